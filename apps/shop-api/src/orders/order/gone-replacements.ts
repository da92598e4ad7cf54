import { isOver } from './phase.ts'
import type { OrderRecord, PurchaseStore, Replacement } from './purchase-store.ts'
import { type GoneReplacements, standingReplacements } from './replacements.ts'

/** A replacement that is not placed so long after its link never will be. */
const NEVER_PLACED_AFTER_MS = 60_000

export type ReplacementReads = { purchases: Pick<PurchaseStore, 'find'>; now: () => Date }

/** The replacements that were cancelled, or whose process died before they were placed. */
export async function findGoneReplacements(
  { purchases, now }: ReplacementReads,
  order: OrderRecord,
): Promise<GoneReplacements> {
  const found = await Promise.all(
    standingReplacements(order).map(async ({ purchaseId, at }) => {
      const placed = await purchases.find(purchaseId)
      return { purchaseId, gone: placed ? goneIfOver(placed) : goneIfOld(at, now()) }
    }),
  )
  return new Map(found.flatMap(({ purchaseId, gone }) => (gone ? [[purchaseId, gone]] : [])))
}

function goneIfOver(placed: OrderRecord): Replacement['gone'] {
  return isOver(placed) ? 'cancelled' : undefined
}

function goneIfOld(at: string, now: Date): Replacement['gone'] {
  return Date.parse(at) + NEVER_PLACED_AFTER_MS < now.getTime() ? 'neverPlaced' : undefined
}
