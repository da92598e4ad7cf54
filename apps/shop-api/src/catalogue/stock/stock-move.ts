import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type BatchBook, unitsInBatches } from '../batches/batch-book.ts'
import { bookWrites, usedUpKeys } from '../batches/book-documents.ts'
import type { StockCause } from './stock-entry.ts'

/** A change of one product's stock by an operator. */
export type StockMove = {
  /** The client's idempotency key. A repeated key changes nothing. */
  key: string
  /** What the operator has asked for, to recognise a key that is used for something else. */
  request: object
  /** The batch that the change is about. `decide` gets it also if it had left the book. */
  batch?: string | undefined
  /**
   * Returns the new stock and its cause, with the product's batches if these change. Throws when the change
   * is not possible.
   */
  decide: (before: { products_id: string; stock?: number | undefined }, book: BatchBook | null) => DecidedMove
}

export type DecidedMove = { stock: number; cause: StockCause; book?: BatchBook | undefined }

/** A repeated request is recognised for this long. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

export type DoneMove = { request: string }

export function doneMoveKey(productsId: string, { key }: StockMove): DocumentKey {
  return { pk: `stock-moves#${productsId}`, sk: key }
}

/** Recognises a repeated move. Throws when its key was used for another one. */
export function isRepeatedMove({ request }: StockMove, done: Document<DoneMove> | null): boolean {
  if (!done) return false
  if (done.body.request === hashOf(request)) return true
  throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another change of the stock')
}

/** The batch of the move, if it may have left the book. */
export function usedUpKeysOf({ batch }: StockMove, book: Document<BatchBook> | null): DocumentKey[] {
  return book && batch !== undefined ? usedUpKeys(book.body, [batch]) : []
}

/** Must be written with the change. */
function doneMoveWrite(productsId: string, move: StockMove, at: Date): DocumentWrite {
  const body: DoneMove = { request: hashOf(move.request) }
  const expiresAt = new Date(at.getTime() + KEY_LIFETIME_MS)
  return { put: { key: doneMoveKey(productsId, move), body, expiresAt }, seen: null }
}

/**
 * What is written with a move: the key and the product's batches. Unchanged batches are written too, so that
 * packing from them at the same time conflicts.
 */
export function moveWrites(
  productsId: string,
  move: StockMove,
  { before, book }: { before: Document<BatchBook> | null; book: BatchBook | undefined },
  at: Date,
): DocumentWrite[] {
  const after = book ?? before?.body
  return [doneMoveWrite(productsId, move, at), ...(after ? bookWrites(before, after) : [])]
}

/** Batches say how much there is of each, so a number that is typed elsewhere would contradict them. */
export function assertNotInBatches(book: BatchBook | null) {
  if (book && unitsInBatches(book) > 0)
    throw new ServiceError(
      'ILLEGAL_TRANSITION',
      'This product has batches: change its stock on its stock page',
    )
}

function hashOf(request: object) {
  return contentHash(JSON.stringify(request))
}
