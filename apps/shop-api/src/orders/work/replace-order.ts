import { asPaise } from '@nashta/contracts/money'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { authorshipOf, nameOf } from '../../operator-log/logged-change.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { confirmCashOrder } from '../events/rules/confirm.ts'
import { settleOrder } from '../events/settle-order.ts'
import { guestIdOf, isGuestOrder } from '../order/guest-orders.ts'
import { newSecret } from '../order/order-link.ts'
import { orderNotFound, unchanged } from '../order/order-state.ts'
import { orderVersion } from '../order/order-work.ts'
import { isVisible } from '../order/phase.ts'
import { newPurchaseId } from '../order/purchase-id.ts'
import type { OrderEffect, OrderRecord, RefundedItem } from '../order/purchase-store.ts'
import { priceLines } from '../order/purchase.ts'
import { listedKeys } from '../order/unpaid-orders.ts'
import { changeOrder, type ChangeOrderDeps, orderChanged } from './change-order.ts'
import { draftOrder } from './draft-order.ts'
import type { PlacePurchaseDeps } from './place-purchase.ts'

export type ReplaceOrderDeps = ChangeOrderDeps & PlacePurchaseDeps

type WantedReplacement = {
  caller: Caller
  key: string
  items: readonly RefundedItem[]
  reason: string
  version?: string | undefined
}

/** What a replacement has in place of what every other order has: it is no sale, and has a mail of its own. */
const NOT_OF_REPLACEMENTS: ReadonlySet<OrderEffect['kind']> = new Set([
  'removeCartLines',
  'recordSales',
  'publishPurchase',
  'queueMail',
])

/**
 * Sends units of an order once more, as an order at ₹0. The first order is linked before, so that no unit is replaced
 * twice; if the replacement cannot be placed, the link goes again. A repeated request places none.
 */
export async function placeReplacement(
  deps: ReplaceOrderDeps,
  firstId: string,
  { caller, key, items, reason, version }: WantedReplacement,
): Promise<OrderRecord> {
  const first = await deps.purchases.find(firstId)
  if (!first || !isVisible(first)) throw orderNotFound()
  const request = contentHash(JSON.stringify([items, reason]))
  const earlier = first.fulfilment.replacements?.find((each) => each.key === key)
  if (earlier && earlier.request !== request)
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another replacement')
  if (!earlier && version !== undefined && version !== orderVersion(first)) throw orderChanged(first)
  const placedAt = deps.now()
  const purchaseId = earlier?.purchaseId ?? newPurchaseId(placedAt, deps.randomBytes)
  // The link of a retry changes nothing, or was of an order that was never placed, and is checked anew.
  await changeOrder(deps, firstId, {
    caller,
    makeEvent: () => ({
      kind: 'replaced',
      replacement: { key, request, purchaseId, units: items },
      reason,
    }),
    seen: earlier ? undefined : version,
  })
  try {
    return await beginReplacement(deps, first, { purchaseId, placedAt, caller, key, items })
  } catch (error) {
    await unlink(deps, firstId, purchaseId)
    throw error
  }
}

async function beginReplacement(
  deps: ReplaceOrderDeps,
  first: OrderRecord,
  {
    purchaseId,
    placedAt,
    caller,
    key,
    items,
  }: Pick<WantedReplacement, 'caller' | 'key' | 'items'> & { purchaseId: string; placedAt: Date },
): Promise<OrderRecord> {
  const authorship = await authorshipOf(deps, caller)
  const { purchaseId: firstId, email, isByMinor, shippingAddress, deliveryTime, fulfilment } = first
  const attemptKey = `replacement ${firstId} ${key}`
  const userId = isGuestOrder(first) ? guestIdOf(attemptKey) : first.userId
  const time = { ...(await readShopTime(deps)), at: placedAt }
  const linkSecret = newSecret(deps.randomBytes)
  const { order } = await deps.purchases.begin({
    attempt: { userId, key: attemptKey, fingerprint: contentHash(JSON.stringify(items)) },
    lastingBuyerKeys: listedKeys({ userId, email }),
    productIds: items.map(({ productId }) => productId),
    draft: (products) => {
      const lines = priceLines(items, products, [], placedAt).map((line) =>
        Object.assign(line, { pricePaise: asPaise(0) }),
      )
      const drafted = draftOrder(
        {
          purchaseId,
          userId,
          email,
          isByMinor,
          lines,
          shippingFeePaise: asPaise(0),
          totalPaise: asPaise(0),
          // Nothing is to be paid, so no courier collects anything.
          payment: { method: 'cod', state: 'paid', paidPaise: asPaise(0), isReceived: true },
          shippingAddress,
          details: {},
          deliveryTime,
          linkSecret,
        },
        time,
      )
      const { isCollected } = fulfilment
      const replacing: OrderRecord = {
        ...drafted,
        timeline: drafted.timeline.map((event) => Object.assign({}, event, { by: nameOf(authorship) })),
        fulfilment: { replaces: firstId, ...(isCollected && { isCollected }) },
      }
      const confirmed = confirmCashOrder(replacing, time)
      const entry = {
        ...authorship,
        kind: 'order',
        subject: purchaseId,
        action: 'create',
        changes: {},
      } as const
      return {
        order: confirmed.order,
        effects: [
          ...confirmed.effects.filter(({ kind }) => !NOT_OF_REPLACEMENTS.has(kind)),
          { kind: 'queueMail', mail: 'replacement' },
          { kind: 'log', entry },
        ],
      }
    },
  })
  return order
}

async function unlink(deps: ReplaceOrderDeps, firstId: string, purchaseId: string) {
  // The response may be lost, and the order stored.
  if (await deps.purchases.find(purchaseId)) return
  const time = await readShopTime(deps)
  await deps.purchases
    .update(firstId, (stored) =>
      stored.fulfilment.replacements
        ? settleOrder(stored, { kind: 'replacementFailed', purchaseId }, time)
        : unchanged(stored),
    )
    .catch(deps.reportError)
}
