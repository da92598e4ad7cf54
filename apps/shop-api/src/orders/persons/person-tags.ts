import { TAG_NAMES_MAX } from '@nashta/contracts/orders/desk/customers'
import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ChangedMarks } from './change-marks.ts'
import { marksOf, type StoredPerson } from './person.ts'

/** How many persons have each tag. */
export type TagNames = { counts: Record<string, number> }

export const TAG_NAMES_KEY: DocumentKey = { pk: 'person-tags', sk: 'all' }

/** The list of the persons with a tag. */
export function tagPk(tag: string): string {
  return `person-tag#${tag}`
}

/** The writes that keep the lists of tags equal to the tags of persons. */
export function tagWrites(
  group: readonly StoredPerson[],
  changed: ChangedMarks,
  seen: Document<TagNames> | null,
): DocumentWrite[] {
  const writes: DocumentWrite[] = []
  const counts = { ...seen?.body.counts }
  for (const person of group) {
    const { personId } = person
    const [before, after] = [marksOf(person).tags, changed.get(personId)?.tags]
    if (!after) continue
    for (const tag of after.filter((each) => !before.includes(each))) {
      writes.push({ put: { key: { pk: tagPk(tag), sk: personId }, body: {} }, seen: null })
      counts[tag] = (counts[tag] ?? 0) + 1
    }
    for (const tag of before.filter((each) => !after.includes(each))) {
      writes.push({ delete: { pk: tagPk(tag), sk: personId } })
      counts[tag] = (counts[tag] ?? 1) - 1
    }
  }
  const used = Object.entries(counts).filter(([, count]) => count > 0)
  if (used.length > TAG_NAMES_MAX)
    throw new ServiceError('VALIDATION_FAILED', `There are ${TAG_NAMES_MAX} tags already. Use one of them.`)
  if (writes.length === 0) return []
  const body: TagNames = { counts: Object.fromEntries(used) }
  return [...writes, { put: { key: TAG_NAMES_KEY, body }, seen }]
}
