import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import type { ChangedMarks } from './change-marks.ts'
import { type CashBar, cashBarKey, cashKeysOf } from './no-cash.ts'
import { isGuestPerson } from './person-figures.ts'
import { type Marks, marksOf, type StoredGroup, type StoredPerson } from './person.ts'

/** A bar on cash as it is stored; null if there is none under the key. */
export type StoredBar = { key: DocumentKey; stored: Document<CashBar> | null }

/** A shopper may have used many phone numbers, and the items of a transaction are limited. */
const KEYS_MAX = 4

/** The keys of a person's account and phone number now, and those that were barred before. */
export function cashKeysOfPerson(
  personId: string,
  phone: string | undefined,
  { cashKeys = [] }: Pick<Marks, 'cashKeys'>,
): DocumentKey[] {
  const accountId = isGuestPerson(personId) ? {} : { accountId: personId }
  const current = cashKeysOf({ ...accountId, phone }).slice(0, KEYS_MAX)
  const keys = [...current, ...cashKeys.map(cashBarKey)]
  return [...new Map(keys.map((key) => [key.pk, key])).values()]
}

/** The persons of a row by the keys under which all of them are barred together. */
export function personsByCashKey(group: StoredGroup): Map<string, string[]> {
  const persons = new Map<string, string[]>()
  for (const person of group)
    for (const key of ownKeys(person)) persons.set(key, [...(persons.get(key) ?? []), person.personId])
  return persons
}

function ownKeys(person: StoredPerson): string[] {
  const { personId, figures } = person
  return cashKeysOfPerson(personId, figures?.body.newest?.phone, marksOf(person)).map(({ pk }) => pk)
}

/** Bars cash for a row, or lifts its bars. Null if that changes nothing. */
export function changeCashBars(
  group: StoredGroup,
  bars: readonly StoredBar[],
  { takesNoCash, now }: { takesNoCash: boolean; now: Date },
): { changed: ChangedMarks; writes: DocumentWrite[] } | null {
  const persons = personsByCashKey(group)
  const changed = new Map<string, Marks>()
  for (const person of group) {
    const { cashKeys: _before, ...marks } = marksOf(person)
    changed.set(person.personId, takesNoCash ? { ...marks, cashKeys: ownKeys(person) } : marks)
  }
  const isSame = group.every(
    (person) =>
      JSON.stringify(marksOf(person).cashKeys) === JSON.stringify(changed.get(person.personId)?.cashKeys),
  )
  if (isSame && (takesNoCash || bars.every(({ stored }) => stored === null))) return null
  const writes = bars.map(({ key, stored }): DocumentWrite => {
    if (!takesNoCash) return { delete: key, seen: stored }
    const { at = now.toISOString(), persons: before = [] } = stored?.body ?? {}
    const body: CashBar = { at, persons: [...new Set([...before, ...(persons.get(key.pk) ?? [])])] }
    return { put: { key, body }, seen: stored }
  })
  return { changed, writes }
}
