import type { Document, DocumentWrite } from '@nashta/documents/documents'
import {
  type Batch,
  type BatchBook,
  type BatchPick,
  findBatch,
  pickUnits,
} from '../../catalogue/batches/batch-book.ts'
import {
  BOOK_WRITES_MAX,
  type BatchChange,
  changeBatches,
  laterWrite,
} from '../../catalogue/batches/batch-changes.ts'
import { bookWrites, withUsedUp } from '../../catalogue/batches/book-documents.ts'
import { orderVersion } from '../order/order-work.ts'
import type { OrderEffect, OrderRecord, TakenStock } from '../order/purchase-store.ts'
import { subtractUnits, unitsOf } from '../order/stock.ts'

/**
 * `book` is null for a product without batches, `stock` undefined for one whose units are not counted.
 * `usedUp` are batches that have left the book, and that units go back to.
 */
export type StoredBatches = {
  book: Document<BatchBook> | null
  usedUp: readonly (Document<Batch> | null)[]
  stock: number | undefined
}

/** The batches of the product that units go back to. */
export function batchesGivenBack(effects: readonly OrderEffect[], id: string): string[] {
  const picks = effects.flatMap((effect) => (effect.kind === 'returnPicks' ? effect.picks : []))
  return picks.flatMap(({ productId, batch }) => (productId === id ? [batch] : []))
}

/** What the effects of an order change in the batches of its products, one effect after the other. */
export function createOrderBatches(read: (productId: string) => StoredBatches) {
  const books = new Map<string, BatchBook>()
  const changes: BatchChange[] = []

  /** The book after the effects so far. */
  function bookOf(productId: string): BatchBook | null {
    const { book, usedUp } = read(productId)
    return books.get(productId) ?? (book && withUsedUp(book.body, usedUp))
  }

  function apply(change: BatchChange) {
    changes.push(change)
    const book = bookOf(change.productId)
    if (book) books.set(change.productId, changeBatches(book, change))
  }

  return {
    /** Takes the units of an order that is packed from their batches. */
    pick(
      orderId: string,
      { productId, quantity: units }: TakenStock,
      asked: readonly BatchPick[] | undefined,
    ): BatchPick[] {
      const book = bookOf(productId)
      if (!book) return []
      const picked = pickUnits(book, { orderId, productId, units, asked, stock: read(productId).stock })
      books.set(productId, picked.book)
      return picked.picks
    },

    lose({ productId, quantity }: TakenStock) {
      apply({ productId, lost: quantity })
    },

    /**
     * Gives packed units back to their batch. Returns the units that still go into the stock: those of a
     * recalled batch are put aside instead, because they are not sold.
     */
    giveBack(pick: BatchPick, toStock: readonly TakenStock[]): readonly TakenStock[] {
      const { productId, batch, quantity } = pick
      const book = bookOf(productId)
      const isRecalled = book !== null && findBatch(book, batch)?.recalledAt !== undefined
      const aside = isRecalled ? Math.min(quantity, unitsOf(toStock, productId)) : 0
      apply({ productId, returned: { batch, quantity, aside } })
      return subtractUnits(toStock, [{ productId, quantity: aside }])
    },

    /**
     * The units that go into the stock of those that an order gives back before it is packed. Units of a
     * recalled batch that are not aside were promised to such orders, so they are put aside first.
     */
    putPromisedAside(given: readonly TakenStock[]): TakenStock[] {
      return given
        .map(({ productId, quantity }) => {
          let left = quantity
          for (const batch of bookOf(productId)?.batches ?? []) {
            const promised = batch.recalledAt === undefined ? 0 : batch.left - batch.aside
            const aside = Math.min(left, promised)
            if (aside > 0) apply({ productId, returned: { batch: batch.batch, quantity: 0, aside } })
            left -= aside
          }
          return { productId, quantity: left }
        })
        .filter(({ quantity }) => quantity > 0)
    },

    /**
     * The writes of the changed books. If they are too many for the transaction of the order, one write
     * stores all changes, which are made right after it. Packing needs its books in the transaction.
     */
    writes(order: OrderRecord): DocumentWrite[] {
      // Archives can wait: they are left out once the writes besides the books have used up the room.
      let extraWrites = 0
      const writes = Array.from(books).flatMap(([productId, book]) => {
        const written = bookWrites(read(productId).book, book, extraWrites < BOOK_WRITES_MAX)
        extraWrites += written.length - 1
        return written
      })
      if (changes.length === 0 || writes.length <= BOOK_WRITES_MAX) return writes
      const id = `${order.timeline.length}#${orderVersion(order)}`
      return [laterWrite(order.purchaseId, id, changes)]
    },
  }
}
