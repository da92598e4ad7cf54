import { COMMIT_MAX, type Document, type DocumentKey, type Documents } from '@nashta/documents/documents'
import type { DocumentWrite } from '@nashta/documents/documents'
import { type Batch, type BatchBook, loseUnits, putAside, withUnits } from './batch-book.ts'
import { bookKey, bookWrites, usedUpKeys, withUsedUp } from './book-documents.ts'

/** Units that go back to the batch that they were taken from. `aside` of them are not for sale. */
type ReturnedPick = { batch: string; quantity: number; aside: number }

/** What an order does to the batches of a product, other than packing from them. It is never refused. */
export type BatchChange = { productId: string; returned?: ReturnedPick; lost?: number }

/** A transaction of an order has room for so many writes of its books. */
export const BOOK_WRITES_MAX = 8

const LATER_LIST = 'batch-changes'

type LaterChanges = { changes: readonly BatchChange[] }

export function changeBatches(book: BatchBook, { returned, lost }: BatchChange): BatchBook {
  const after = returned
    ? putAside(withUnits(book, returned.batch, returned.quantity), returned.batch, returned.aside)
    : book
  return lost === undefined ? after : loseUnits(after, lost)
}

/**
 * An order of many products changes more books than its transaction has room for. They are changed by
 * transactions of their own, right after it. `id` differs for each change of the order.
 */
export function laterWrite(orderId: string, id: string, changes: readonly BatchChange[]): DocumentWrite {
  return { put: laterDocument({ pk: laterPk(orderId), sk: id }, changes), seen: null }
}

function laterDocument(key: DocumentKey, changes: readonly BatchChange[]) {
  const body: LaterChanges = { changes }
  return { key, body, place: { list: LATER_LIST, place: `${key.pk}#${key.sk}` } }
}

function laterPk(orderId: string) {
  return `${LATER_LIST}#${orderId}`
}

/** Changes the books that a change of the order has left for later. */
export async function finishBatchChangesOf(documents: Documents, orderId: string): Promise<void> {
  for (const { key } of await documents.listByKey(laterPk(orderId))) await finishChanges(documents, key)
}

/** Changes the books that a process has left behind that died. */
export async function finishBatchChanges(documents: Documents, signal?: AbortSignal): Promise<void> {
  for (const { key } of await documents.listByPlace(LATER_LIST)) {
    if (signal?.aborted) return
    await finishChanges(documents, key)
  }
}

async function finishChanges(documents: Documents, key: DocumentKey) {
  for (let isOver = false; !isOver;)
    isOver = await documents.retryConflicts(async () => {
      const stored = await documents.get<LaterChanges>(key)
      return stored === null || commitSome(documents, stored)
    })
}

/** Changes as many books as a transaction has room for. Returns whether these were the last ones. */
async function commitSome(documents: Documents, stored: Document<LaterChanges>): Promise<boolean> {
  const { key } = stored
  const books = new Map<string, { before: Document<BatchBook>; after: BatchBook }>()
  const writesOf = () => Array.from(books.values()).flatMap(({ before, after }) => bookWrites(before, after))
  let rest = stored.body.changes
  for (const change of stored.body.changes) {
    const { productId } = change
    const earlier = books.get(productId)
    const before = earlier?.before ?? (await documents.get<BatchBook>(bookKey(productId)))
    if (before) {
      const book = await readUsedUp(documents, earlier?.after ?? before.body, change)
      books.set(productId, { before, after: changeBatches(book, change) })
    }
    if (writesOf().length >= COMMIT_MAX && rest.length < stored.body.changes.length) {
      if (earlier) books.set(productId, earlier)
      else books.delete(productId)
      break
    }
    rest = rest.slice(1)
  }
  const left: DocumentWrite =
    rest.length === 0 ? { delete: key, seen: stored } : { put: laterDocument(key, rest), seen: stored }
  await documents.commit([...writesOf(), left])
  return rest.length === 0
}

async function readUsedUp(documents: Documents, book: BatchBook, { returned }: BatchChange) {
  const keys = returned ? usedUpKeys(book, [returned.batch]) : []
  return withUsedUp(book, await Promise.all(keys.map((key) => documents.get<Batch>(key))))
}
