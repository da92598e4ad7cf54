import type { BatchPick } from '../../../catalogue/batches/batch-book.ts'
import { hasLeftShop } from '../../order/phase.ts'
import type { OrderEffect, OrderRecord, OrderTransition, TakenStock } from '../../order/purchase-store.ts'
import { addUnits, subtractUnits, unitsOf } from '../../order/stock.ts'
import { unitsToPack } from '../../order/to-pack.ts'

/**
 * Whichever event packs an order or takes it out of the shop, its units are taken from their batches.
 * Units that come back go to the batch that they were taken from, and so do those of an order that is to
 * be packed again. Units that were lost in the shop before they were packed leave their batch as well.
 */
export function withPicks(
  before: OrderRecord,
  settled: OrderTransition,
  asked: readonly BatchPick[] | undefined,
): OrderTransition {
  const { order: after, effects } = settled
  if (!after || after === before) return settled
  const picks = before.fulfilment.picks ?? []
  const returned = returnedUnits(effects)
  const lost = subtractUnits(subtractUnits(before.taken, after.taken), returned)
  if (!isOut(before)) {
    if (isOut(after)) return { order: after, effects: [...effects, pickEffect(after, asked)] }
    return lost.length === 0 ? settled : { order: after, effects: [...effects, { kind: 'loseUnits', lost }] }
  }
  if (picks.length === 0) return settled
  const isToPackAgain = !isOut(after)
  const given = firstPicks(picks, isToPackAgain ? addUnits(after.taken, returned) : returned)
  if (given.length === 0 && !isToPackAgain) return settled
  const kept = isToPackAgain ? [] : withoutPicks(picks, given)
  return {
    order: withStoredPicks(after, kept),
    effects: [...effects, { kind: 'returnPicks', picks: given }],
  }
}

export function withStoredPicks(order: OrderRecord, picks: readonly BatchPick[]): OrderRecord {
  const { picks: _before, ...fulfilment } = order.fulfilment
  return { ...order, fulfilment: { ...fulfilment, ...(picks.length > 0 && { picks }) } }
}

/** Whether the units of the order were taken from the shelf. */
function isOut(order: OrderRecord) {
  return order.fulfilment.packing?.packedAt !== undefined || hasLeftShop(order)
}

function returnedUnits(effects: readonly OrderEffect[]): readonly TakenStock[] {
  return effects.find((effect) => effect.kind === 'returnStock')?.stock ?? []
}

function pickEffect(order: OrderRecord, asked: readonly BatchPick[] | undefined): OrderEffect {
  const units = order.lines
    .map((line) => ({ productId: line.productId, quantity: unitsToPack(order, line) }))
    .filter(({ productId, quantity }) => quantity > 0 && unitsOf(order.taken, productId) > 0)
  return { kind: 'pickUnits', units, asked }
}

/** The first picks of each product, as many units as there are in `units`. */
function firstPicks(picks: readonly BatchPick[], units: readonly TakenStock[]): BatchPick[] {
  const missing = new Map(units.map(({ productId, quantity }) => [productId, quantity]))
  return picks.flatMap((pick) => {
    const left = missing.get(pick.productId) ?? 0
    const quantity = Math.min(left, pick.quantity)
    missing.set(pick.productId, left - quantity)
    return quantity > 0 ? [{ ...pick, quantity }] : []
  })
}

function withoutPicks(picks: readonly BatchPick[], given: readonly BatchPick[]): BatchPick[] {
  return picks.flatMap((pick) => {
    const back = given.find(({ productId, batch }) => productId === pick.productId && batch === pick.batch)
    const quantity = pick.quantity - (back?.quantity ?? 0)
    return quantity > 0 ? [{ ...pick, quantity }] : []
  })
}
