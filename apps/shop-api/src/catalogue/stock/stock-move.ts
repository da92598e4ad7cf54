import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { StockCause } from './stock-entry.ts'

/** A change of one product's stock by an operator. */
export type StockMove = {
  /** The client's idempotency key. A repeated key changes nothing. */
  key: string
  /** What the operator has asked for, to recognise a key that is used for something else. */
  request: object
  /** Returns the new stock and its cause. Throws when the change is not possible. */
  decide: (before: { stock?: number | undefined }) => { stock: number; cause: StockCause }
}

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

/** Must be written with the change. */
export function doneMoveWrite(productsId: string, move: StockMove, at: Date): DocumentWrite {
  const body: DoneMove = { request: hashOf(move.request) }
  const expiresAt = new Date(at.getTime() + KEY_LIFETIME_MS)
  return { put: { key: doneMoveKey(productsId, move), body, expiresAt }, seen: null }
}

function hashOf(request: object) {
  return contentHash(JSON.stringify(request))
}
