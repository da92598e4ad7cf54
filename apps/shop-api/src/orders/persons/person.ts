import type { Document } from '@nashta/documents/documents'
import type { PersonFigures } from './person-figures.ts'

export type PersonNote = { key: string; at: string; by: string; text: string }
/** Says who joined a person to another one, so that it can be undone. */
export type Join = { personId: string; at: string; by: string }

/** What operators have written about a person. */
export type Marks = {
  notes: readonly PersonNote[]
  tags: readonly string[]
  /**
   * Tags among these that were given to a row of several persons. They may be about another one of them, so
   * that the person does not download them.
   */
  rowTags?: readonly string[]
  /** The person in whose row this one is shown. */
  joinedTo?: string
  /** The persons that are shown in the row of this one. */
  joined?: readonly Join[]
  /** Under these keys, the checkout takes no cash on delivery. */
  cashKeys?: readonly string[]
}

export const NO_MARKS: Marks = { notes: [], tags: [] }

export type Person = {
  personId: string
  figures: PersonFigures
  marks: Marks
  /** How the person was joined. Absent for the first of a group. */
  join?: Join
}

/** The persons of one row. The row has the id of the first one. */
export type PersonGroup = { id: string; members: readonly [Person, ...Person[]]; takesNoCash: boolean }

/** The documents of a person; null for those that do not exist. */
export type StoredPerson = {
  personId: string
  figures: Document<PersonFigures> | null
  marks: Document<Marks> | null
}

/** All persons of a row, the first one first. */
export type StoredGroup = readonly [StoredPerson, ...StoredPerson[]]

export function marksOf({ marks }: Pick<StoredPerson, 'marks'>): Marks {
  return marks?.body ?? NO_MARKS
}
