import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { DocumentWrite } from '@nashta/documents/documents'
import type { CartRecord } from '../../cart/cart-store.ts'
import {
  shopperVersionOf,
  withLines,
  withoutPurchased,
  withoutRestored,
  withRestored,
} from '../../cart/cart.ts'
import { cartEvents } from '../../events/shop-events.ts'
import {
  type AppliedOffer,
  correctUse,
  countUse,
  returnUse,
  type StoredUses,
} from '../../offers/offer-uses.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import { withStoredPicks } from '../events/rules/picks.ts'
import { cashWrites, type StoredCash } from '../order/cash-owed.ts'
import { deliveredWrite } from '../order/delivered-orders.ts'
import { soldAtOf } from '../order/order-state.ts'
import type {
  OrderEffect,
  OrderMail,
  OrderRecord,
  ReturnedStock,
  TakenStock,
} from '../order/purchase-store.ts'
import { assertWithinLimit } from '../order/unpaid-orders.ts'
import { createOrderBatches, type StoredBatches } from './order-batches.ts'

/** What a storage reads for effects. Each function is called only if an effect needs it. */
export type ReadForEffects = {
  cart: () => CartRecord
  /** The published products of the order's lines, by their ids. */
  publishedProducts: () => ReadonlyMap<string, unknown>
  /** The orders that are listed under the key of a limit. */
  ordersUnder: (buyerKey: string) => readonly OrderRecord[]
  /** The uses of an offer of the order. */
  offerUses: (applied: AppliedOffer) => StoredUses
  /** What couriers owe and have paid for the order. */
  cash: () => StoredCash
  /** The batches of a product, and its stock. */
  batches: (productId: string) => StoredBatches
  now: Date
}

/** What a storage writes in the transaction of an order. */
export type DecidedEffects = {
  /** The order, with what went back into the cart. */
  order: OrderRecord
  /** The cart to save; null if it stays as it is. */
  cart: CartRecord | null
  /** The cart's version after the order removed its items (see `findReplay`); null if it removed none. */
  cartVersionAfter: number | null
  /** The time of the sale of the order's lines; null if the order is not sold now. */
  soldAt: Date | null
  returnedStock: ReturnedStock | null
  /** The units, mostly negative, by which the sales of the day change on which the order was sold. */
  correctedSales: { sold: readonly TakenStock[]; at: Date } | null
  /** The banks' numbers of payments that belong to the order from now on. */
  references: readonly string[]
  endsKeylessAttempt: boolean
  /** The keys under which the order counts towards its limits from now on. */
  countedUnder: readonly string[]
  mails: readonly OrderMail[]
  events: readonly ShopEvent[]
  logEntries: readonly LogEntry[]
  /** The counted uses of offers, what reminds the shop to ask for ratings, and the batches that have changed. */
  documents: readonly DocumentWrite[]
}

/**
 * Decides what is written with an order: its effects, applied to what was read. The storage then only
 * writes. Throws if a limit of unpaid orders refuses the order.
 */
export function decideEffects(
  order: OrderRecord,
  effects: readonly OrderEffect[],
  read: ReadForEffects,
): DecidedEffects {
  const { now } = read
  const decided = {
    order,
    cart: null as CartRecord | null,
    cartVersionAfter: null as number | null,
    soldAt: null as Date | null,
    returnedStock: null as ReturnedStock | null,
    correctedSales: null as DecidedEffects['correctedSales'],
    references: [] as string[],
    endsKeylessAttempt: false,
    countedUnder: [] as string[],
    mails: [] as OrderMail[],
    events: [] as ShopEvent[],
    logEntries: [] as LogEntry[],
    documents: [] as DocumentWrite[],
  }
  const batches = createOrderBatches(read.batches)

  function changeCart(change: (cart: CartRecord) => CartRecord) {
    const before = decided.cart ?? read.cart()
    const after = change(before)
    if (after === before) return
    decided.cart = after
    decided.events.push(...cartEvents(before.lines, after))
  }

  function correctSales(sold: readonly TakenStock[]) {
    const earlier = decided.correctedSales?.sold ?? []
    decided.correctedSales = { sold: [...earlier, ...sold], at: soldAtOf(order) ?? now }
  }

  for (const effect of effects) {
    switch (effect.kind) {
      case 'removeCartLines':
        changeCart((cart) => withLines(cart, withoutPurchased(cart.lines, order.lines), now))
        decided.cartVersionAfter = decided.cart && shopperVersionOf(decided.cart)
        break
      case 'restoreCartLines':
        changeCart((cart) => {
          const restoration = withRestored(cart, order.lines, read.publishedProducts(), now)
          decided.order = { ...decided.order, restored: restoration.restored }
          return restoration.cart
        })
        break
      case 'removeRestoredLines':
        changeCart((cart) => withoutRestored(cart, effect.restored, now))
        break
      case 'recordSales':
        decided.soldAt = soldAtOf(order) ?? now
        break
      case 'subtractSales':
        correctSales(negative(order.lines))
        break
      case 'correctSales':
        correctSales(effect.sold)
        break
      case 'takeStock':
      case 'takeUnits':
        // The storage takes the units: see `takingOf`.
        break
      case 'returnStock':
        // No event returns stock twice.
        decided.returnedStock = effect
        break
      case 'useReference':
        decided.references.push(effect.reference)
        break
      case 'endKeylessAttempt':
        decided.endsKeylessAttempt = true
        break
      case 'countUnpaid':
        for (const limit of effect.limits) {
          assertWithinLimit(order, read.ordersUnder(limit.buyerKey), limit, { isChargedNow: false })
          decided.countedUnder.push(limit.buyerKey)
        }
        break
      case 'queueMail':
        decided.mails.push(effect)
        // A mail that is sent again asks for no second rating.
        if (effect.mail === 'delivered' && effect.again === undefined)
          decided.documents.push(deliveredWrite(order, now))
        break
      case 'publishPurchase':
        decided.events.push(purchaseEvent(order))
        break
      case 'useOffers': {
        const { limits, isForced } = effect
        const { offers = [], totalPaise: revenuePaise } = decided.order
        const counted = offers.map((applied) =>
          countUse(applied, limits.get(applied.offerId) ?? {}, read.offerUses(applied), {
            revenuePaise,
            isForced,
            now,
          }),
        )
        decided.order = { ...decided.order, offers: counted.map(({ applied }) => applied) }
        decided.documents.push(...counted.flatMap(({ writes }) => writes))
        break
      }
      case 'correctOffers': {
        const { offers = [], totalPaise: before } = effect.before
        const { offers: current = [], totalPaise: after } = decided.order
        const regained = current.filter(({ offerId }) => !offers.some((each) => each.offerId === offerId))
        const counted = regained.map((applied) =>
          countUse(applied, {}, read.offerUses(applied), { revenuePaise: after, isForced: true, now }),
        )
        decided.documents.push(
          ...counted.flatMap(({ writes }) => writes),
          ...offers.flatMap((applied) =>
            correctUse(
              { before: applied, after: current.find(({ offerId }) => offerId === applied.offerId) },
              read.offerUses(applied),
              { revenuePaise: { before, after }, now },
            ),
          ),
        )
        break
      }
      case 'returnOffers': {
        const { offers = [], totalPaise: revenuePaise } = decided.order
        decided.documents.push(
          ...offers.flatMap((applied) => returnUse(applied, read.offerUses(applied), { revenuePaise, now })),
        )
        break
      }
      case 'pickUnits':
        for (const units of effect.units) {
          const { picks = [] } = decided.order.fulfilment
          const picked = batches.pick(order.purchaseId, units, effect.asked)
          decided.order = withStoredPicks(decided.order, [...picks, ...picked])
        }
        break
      case 'returnPicks':
        for (const pick of effect.picks) {
          const { returnedStock } = decided
          const stock = batches.giveBack(pick, returnedStock?.stock ?? [])
          decided.returnedStock = returnedStock && { ...returnedStock, stock }
        }
        break
      case 'loseUnits':
        for (const units of effect.lost) batches.lose(units)
        break
      case 'oweCash':
        decided.documents.push(...cashWrites(order, effect.isOwed, now, read.cash()))
        break
      case 'log':
        decided.logEntries.push(effect.entry)
        break
      default:
        effect satisfies never
    }
  }
  const { returnedStock } = decided
  if (returnedStock)
    decided.returnedStock = { ...returnedStock, stock: batches.putPromisedAside(returnedStock.stock) }
  decided.documents.push(...batches.writes(decided.order))
  return decided
}

function negative(units: readonly TakenStock[]): TakenStock[] {
  return units.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
}

function purchaseEvent({ purchaseId, userId, lines, purchaseDate: at }: OrderRecord): ShopEvent {
  return {
    id: `purchase:${purchaseId}`,
    kind: 'purchase',
    userId,
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    at,
  }
}
