import type { Shop } from '@nashta/contracts/shop/shop'
import type { Authorship } from '../../operator-log/logged-change.ts'
import { type Batch, type BatchBook, findBatch, putAside } from '../batches/batch-book.ts'
import type { BatchStore } from '../batches/batch-store.ts'
import { firstSendableDay, isTooOld } from '../batches/too-old.ts'
import type { ProductStore } from '../product-store.ts'
import type { DecidedMove } from './stock-move.ts'

export type SetAsideDeps = {
  products: ProductStore
  batches: BatchStore
  shop: { read: () => Promise<Shop> }
  newId: () => string
  now: () => Date
}

/** Who changes the stock when no operator does. */
const SHOP_ITSELF = { sub: '', username: 'the setting for freshness', email: null }

/**
 * Takes units out of the stock that are too old to be sent, or recalled. Units that are fresh enough, because
 * the setting has changed, go into it again. Units that were promised to orders follow when they go back.
 */
export async function setAsideAll(deps: SetAsideDeps, signal?: AbortSignal): Promise<void> {
  const { batches, shop, now } = deps
  // No product needs more than the days of a product whose shelf life is unknown.
  const lastDay = firstSendableDay(await shop.read(), undefined, now())
  for (const { productsId } of await batches.listUntil(lastDay)) {
    if (signal?.aborted) return
    await setAsideOf(deps, productsId)
  }
}

/** The same for the batches of one product. */
export async function setAsideOf(
  { products, batches, shop, newId, now }: SetAsideDeps,
  productsId: string,
): Promise<void> {
  const [book, product] = await Promise.all([batches.find(productsId), products.findWithDrafts(productsId)])
  if (!book || product?.stock === undefined) return
  const firstDay = firstSendableDay(await shop.read(), product.shelfLifeDays, now())
  let { stock } = product
  for (const batch of book.body.batches) {
    const units = unitsToMove(batch, firstDay, stock)
    if (units === 0) continue
    stock -= units
    const authorship: Authorship = { by: SHOP_ITSELF, at: now().toISOString() }
    const decide = (before: { stock?: number | undefined }, current: BatchBook | null) =>
      moveAside(before.stock ?? 0, current, { name: batch.batch, firstDay })
    await products.moveStock(
      productsId,
      { key: newId(), request: { aside: batch.batch }, batch: batch.batch, decide },
      authorship,
    )
  }
}

/** How many units of a batch leave the stock; negative if they go back. */
function unitsToMove(batch: Batch, firstDay: string, stock: number): number {
  const isSold = batch.recalledAt === undefined && !isTooOld(batch, firstDay)
  return isSold ? -batch.aside : Math.min(stock, batch.left - batch.aside)
}

function moveAside(
  stock: number,
  book: BatchBook | null,
  { name, firstDay }: { name: string; firstDay: string },
): DecidedMove {
  const batch = book ? findBatch(book, name) : undefined
  if (!book || !batch) return { stock, cause: { kind: 'tooOld' } }
  const units = unitsToMove(batch, firstDay, stock)
  const kind = batch.recalledAt === undefined ? 'tooOld' : 'recalled'
  return { stock: stock - units, cause: { kind, batch: name }, book: putAside(book, name, units) }
}
