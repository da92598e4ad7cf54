import type { BatchStore } from '../catalogue/batches/batch-store.ts'
import { settleOrder } from '../orders/events/settle-order.ts'
import { isInShop } from '../orders/order/phase.ts'
import type { PurchaseStore } from '../orders/order/purchase-store.ts'
import type { ShopStore } from '../shop/shop-store.ts'
import { readShopTime } from '../shop/shop-time.ts'
import { blockBatch, type BlockDeps } from './block-batch.ts'
import { personOf, type Recall, type RecallStore } from './recall-store.ts'

export type RecallDeps = BlockDeps & {
  shop: ShopStore
  purchases: PurchaseStore
  batches: BatchStore
  recalls: RecallStore
  now: () => Date
}

/** So many orders are looked at before the progress is stored. A repeated look changes nothing. */
const ORDERS_PER_STEP = 25

/**
 * Goes on with all recalls that are not over: nothing of the batch is packed any more, and everybody who got
 * it has one mail. The mail is written with its order, so that it is sent once, however often this is begun.
 */
export async function runRecalls(deps: RecallDeps, signal?: AbortSignal): Promise<void> {
  for (const recall of await deps.recalls.listOpen()) await runRecall(deps, recall, signal)
}

async function runRecall(deps: RecallDeps, recall: Recall, signal: AbortSignal | undefined) {
  const { batches, recalls } = deps
  const { productsId, batch } = recall
  const found = await batches.findBatch(productsId, batch)
  if (!found) return recalls.saveProgress(recall, { done: recall.done, isOver: true })
  if (found.recalledAt === undefined) await blockBatch(deps, recall)
  // Nobody packs from the batch any more, so no order is added after this.
  const ids = await batches.ordersOf(productsId, batch)
  let { done } = recall
  while (done < ids.length) {
    if (signal?.aborted) return
    for (const id of ids.slice(done, done + ORDERS_PER_STEP)) await recallOrder(deps, recall, id)
    done = Math.min(ids.length, done + ORDERS_PER_STEP)
    await recalls.saveProgress(recall, { done, isOver: done === ids.length })
  }
  if (ids.length === recall.done) await recalls.saveProgress(recall, { done, isOver: true })
}

async function recallOrder(deps: RecallDeps, recall: Recall, purchaseId: string) {
  const order = await deps.purchases.find(purchaseId)
  if (!order) return
  const { recallId, productsId: productId, productName, batch, reason, advice } = recall
  const { picks = [] } = order.fulfilment
  const hasBatch = picks.some((pick) => pick.productId === productId && pick.batch === batch)
  if (!hasBatch) return
  const person = personOf(order)
  const isMailed =
    person !== null &&
    !isInShop(order) &&
    (await deps.recalls.claimPerson(recall, person, purchaseId, deps.now()))
  const { calendar } = await readShopTime(deps)
  const time = { at: deps.now(), calendar }
  await deps.purchases.update(purchaseId, (stored) =>
    settleOrder(
      stored,
      {
        kind: 'recalled',
        productId,
        recall: { recallId, productName, batch, reason, advice, isMailed },
      },
      time,
    ),
  )
}
