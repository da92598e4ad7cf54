import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import { type Batch, type BatchBook, findBatch, type Take } from './batch-book.ts'

/** This many takes move together to a document of the archive, so that a book stays small. */
const ARCHIVED_TAKES = 16
export const BATCH_LIST = 'batches'
/** Sorts before every day. */
const AT_ONCE = '0000-00-00'
/** Sorts after every day. */
const NEVER = '9999-99-99'

function batchesPk(productsId: string) {
  return `batches#${productsId}`
}

export function bookKey(productsId: string): DocumentKey {
  return { pk: batchesPk(productsId), sk: 'book' }
}

/**
 * Batches that are used up leave the book, so that it stays small. Each has a document of its own then, for
 * it may be recalled, and its goods may come back. It is in the book again as soon as it changes.
 */
function usedUpKey(productsId: string, batch: string): DocumentKey {
  return { pk: batchesPk(productsId), sk: `used-up#${batch}` }
}

/** The documents of those of these batches that may have left the book. */
export function usedUpKeys(book: BatchBook, names: readonly string[]): DocumentKey[] {
  const missing = names.filter((name) => !findBatch(book, name))
  return Array.from(new Set(missing), (name) => usedUpKey(book.productsId, name))
}

export function withUsedUp(book: BatchBook, usedUp: readonly (Document<Batch> | null)[]): BatchBook {
  const found = usedUp.flatMap((document) => (document ? [document.body] : []))
  return found.length === 0 ? book : { ...book, batches: [...found, ...book.batches] }
}

function namesOf(batches: readonly Batch[]) {
  return new Set(batches.map(({ batch }) => batch))
}

/** The book's lock is also that of the batches that have left it. */
function usedUpWrites(before: BatchBook, { productsId, batches }: BatchBook): DocumentWrite[] {
  const [earlier, later] = [namesOf(before.batches), namesOf(batches)]
  const gone = before.batches.filter(({ batch }) => !later.has(batch))
  const back = batches.filter(({ batch }) => !earlier.has(batch))
  return [
    ...gone.map((body) => ({ put: { key: usedUpKey(productsId, body.batch), body }, seen: null })),
    ...back.map(({ batch }) => ({ delete: usedUpKey(productsId, batch) })),
  ]
}

/**
 * The writes of a changed book. A book with units that are left is listed by its first best-before day.
 * Takes may stay in the book, if the transaction has no room for the archive.
 */
export function bookWrites(
  before: Document<BatchBook> | null,
  book: BatchBook,
  mayArchive = true,
): DocumentWrite[] {
  const { productsId, takes, archives } = book
  const isFull = mayArchive && takes.length >= ARCHIVED_TAKES
  const body: BatchBook = isFull ? { ...book, takes: [], archives: archives + 1 } : book
  const place = placeOf(book)
  const key = bookKey(productsId)
  const archive = { key: archiveKey(productsId, archives), body: { takes } }
  return [
    {
      put: {
        key,
        body,
        ...(place !== null && { place: { list: BATCH_LIST, place: `${place}#${productsId}` } }),
      },
      seen: before,
    },
    ...(isFull ? [{ put: archive, seen: null }] : []),
    ...(before ? usedUpWrites(before.body, book) : []),
  ]
}

/** The pages of takes of a book are read one after the other: `first` counts from 0. */
export function archiveKey(productsId: string, number: number): DocumentKey {
  return { pk: batchesPk(productsId), sk: `takes#${String(number).padStart(9, '0')}` }
}

export type TakesArchive = { takes: readonly Take[] }

/** Null for a book of which nothing is left. */
function placeOf({ batches }: BatchBook): string | null {
  const filled = batches.filter(({ left }) => left > 0)
  if (filled.length === 0) return null
  if (filled.some(({ aside, recalledAt }) => aside > 0 || recalledAt !== undefined)) return AT_ONCE
  return filled.reduce((first, { bestBefore = NEVER }) => (bestBefore < first ? bestBefore : first), NEVER)
}
