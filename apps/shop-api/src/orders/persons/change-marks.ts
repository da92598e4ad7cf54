import { MEMBERS_MAX, NOTE_ABOUT_REQUIRED, NOTES_MAX } from '@nashta/contracts/orders/desk/customers'
import { ServiceError } from '@nashta/service-kit/service-error'
import { isGuestPerson } from './person-figures.ts'
import {
  type Join,
  type Marks,
  marksOf,
  NO_MARKS,
  type PersonNote,
  type StoredGroup,
  type StoredPerson,
} from './person.ts'

/** The new marks of persons by their ids. Empty if nothing changes. */
export type ChangedMarks = ReadonlyMap<string, Marks>

const UNCHANGED: ChangedMarks = new Map()

/** A note that was added before, with the same key, changes nothing. */
export function addNote(group: StoredGroup, note: PersonNote, about: string | undefined): ChangedMarks {
  const all = group.flatMap((person) => marksOf(person).notes)
  if (all.some(({ key }) => key === note.key)) return UNCHANGED
  // Persons download the notes about them, so a note is never about a whole row.
  const found = group.length > 1 ? group.find(({ personId }) => personId === about) : group[0]
  if (!found) throw new ServiceError('VALIDATION_FAILED', NOTE_ABOUT_REQUIRED)
  if (all.length >= NOTES_MAX)
    throw new ServiceError('VALIDATION_FAILED', `There are ${NOTES_MAX} notes already. Remove one first.`)
  const before = marksOf(found)
  return new Map([[found.personId, { ...before, notes: [...before.notes, note] }]])
}

export function removeNote(group: StoredGroup, noteKey: string): ChangedMarks {
  const owner = group.find((person) => marksOf(person).notes.some(({ key }) => key === noteKey))
  if (!owner) return UNCHANGED
  const before = marksOf(owner)
  const notes = before.notes.filter(({ key }) => key !== noteKey)
  return new Map([[owner.personId, { ...before, notes }]])
}

/** Tags are those of the whole row. A person who is separated takes along the tags from before. */
export function setTags([first, ...others]: StoredGroup, tags: readonly string[]): ChangedMarks {
  const changed = new Map<string, Marks>()
  const tagsOfOthers = new Set<string>()
  for (const other of others) {
    const before = marksOf(other)
    const left = before.tags.filter((tag) => tags.includes(tag))
    for (const tag of left) tagsOfOthers.add(tag)
    if (left.length < before.tags.length)
      changed.set(other.personId, { ...before, ...withTags(left, before.rowTags) })
  }
  const before = marksOf(first)
  const own = tags.filter((tag) => !tagsOfOthers.has(tag))
  const added = own.filter((tag) => !before.tags.includes(tag))
  const rowTags = others.length > 0 ? [...added, ...(before.rowTags ?? [])] : []
  return changed.set(first.personId, { ...before, ...withTags(own, rowTags) })
}

function withTags(tags: readonly string[], rowTags: readonly string[] = []): Pick<Marks, 'tags' | 'rowTags'> {
  return { tags, rowTags: rowTags.filter((tag) => tags.includes(tag)) }
}

/** One row of two, with an account first if there is one. Null if both are one row already. */
export function joinGroups(
  one: StoredGroup,
  other: StoredGroup,
  joinedBy: Pick<Join, 'at' | 'by'>,
): { group: StoredGroup; changed: ChangedMarks } | null {
  if (one[0].personId === other[0].personId) return null
  const otherGoesFirst = isGuestPerson(one[0].personId) && !isGuestPerson(other[0].personId)
  const group: StoredGroup = otherGoesFirst ? [...other, ...one] : [...one, ...other]
  const [first, ...others] = group
  if (others.length >= MEMBERS_MAX)
    throw new ServiceError('VALIDATION_FAILED', `A customer is joined of at most ${MEMBERS_MAX} parts`)
  const earlier = group.flatMap((person) => marksOf(person).joined ?? [])
  const joined = others.map(
    ({ personId }) => earlier.find((join) => join.personId === personId) ?? { personId, ...joinedBy },
  )
  const changed = new Map<string, Marks>()
  for (const person of others) {
    const { joined: _joined, ...before } = marksOf(person)
    changed.set(person.personId, { ...before, joinedTo: first.personId })
  }
  return { group, changed: changed.set(first.personId, { ...marksOf(first), joined }) }
}

/** Shows a joined person in a row of its own again. The first person of a row is not joined to anybody. */
export function separateMember([first, ...others]: StoredGroup, memberId: string): ChangedMarks {
  const member = others.find(({ personId }) => personId === memberId)
  return member ? withoutMember(first, member) : UNCHANGED
}

/** Erases a person from a row. If it is the first one, the row gets another first one. */
export function eraseMember([first, ...others]: StoredGroup, person: StoredPerson): ChangedMarks {
  const changed = person === first ? withNewFirst(first, others) : withoutMember(first, person)
  return new Map([...changed, [person.personId, NO_MARKS]])
}

function withoutMember(first: StoredPerson, member: StoredPerson): ChangedMarks {
  const { joinedTo: _joinedTo, ...own } = marksOf(member)
  const { joined = [], ...others } = marksOf(first)
  const left = joined.filter(({ personId }) => personId !== member.personId)
  return new Map([
    [member.personId, own],
    [first.personId, withJoined(others, left)],
  ])
}

function withNewFirst(first: StoredPerson, others: readonly StoredPerson[]): ChangedMarks {
  const next = others.find(({ personId }) => !isGuestPerson(personId)) ?? others[0]
  if (!next) return new Map()
  const left = others.filter((other) => other !== next)
  const changed = new Map<string, Marks>()
  for (const other of left) changed.set(other.personId, { ...marksOf(other), joinedTo: next.personId })
  const { joinedTo: _joinedTo, ...own } = marksOf(next)
  const joins = marksOf(first).joined ?? []
  const joined = joins.filter((join) => left.some(({ personId }) => personId === join.personId))
  return changed.set(next.personId, withJoined(own, joined))
}

function withJoined(marks: Omit<Marks, 'joined'>, joined: readonly Join[]): Marks {
  return joined.length > 0 ? { ...marks, joined } : marks
}
