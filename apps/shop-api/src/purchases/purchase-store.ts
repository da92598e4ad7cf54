import type { Paise } from '@nashta/contracts/money'
import type { RefundState, TimelineEventKind } from '@nashta/contracts/orders/order-payment'
import type { DeliveryStatus, OrderStatus } from '@nashta/contracts/orders/order-status'
import type { Shipment } from '@nashta/contracts/orders/shipment'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { CartLineRecord } from '../cart/cart-store.ts'
import type { ProductRecord } from '../catalogue/product-store.ts'
import type { LogEntry } from '../operator-log/operator-log.ts'
import type { PaymentRecord } from '../payments/payment-record.ts'

/** The fields of a product that an order copies. */
export type SoldProduct = Pick<
  ProductRecord,
  'products_id' | 'name' | 'packLabel' | 'imageUrl' | 'category' | 'pricePaise'
>

export type OrderLine = {
  productId: string
  name: string
  imageUrl: string
  category: string
  quantity: number
  pricePaise: Paise
}

/** A quantity that an order took from the counted stock of a product. */
export type TakenStock = { productId: string; quantity: number }

/** Some units of one of the order's lines. */
export type RefundedItem = { productId: string; quantity: number }

/** Money that goes back to the shopper. */
export type RefundRecord = {
  /** Unique within the order. */
  refundId: string
  /**
   * The idempotency key of the request, or a name such as `cancel`. A repeated key requests no
   * second refund.
   */
  key: string
  state: RefundState
  amountPaise: Paise
  reason: string
  /** Absent when the refund is for all that was not refunded before. */
  items?: readonly RefundedItem[]
  /** Whether the operator chose to put the goods back. Absent when no operator asked for the refund. */
  returnStock?: boolean
  /** The payment whose money goes back. */
  transactionId: string
  /** Whether an operator pays the refund, because no provider can. */
  byHand: boolean
  /**
   * Whether the order did not wait for the money: the order was over or already paid, or the amount
   * was wrong. Such money does not count as paid.
   */
  isLate: boolean
  /** The provider's or the operator's id of the refund; empty until there is one. */
  reference: string
  requestedAt: string
  updatedAt: string
}

export type TimelineRecord = {
  at: string
  kind: TimelineEventKind
  note?: string
  amountPaise?: Paise
  /** The operator who did it. Only operators see the name. */
  by?: string
}

/** What operators did with the goods. */
type Fulfilment = {
  packing?: { begunAt: string; packedAt?: string }
  shipment?: Shipment
  /** When a slip or a label was last printed. */
  printedAt?: string
}

/** A note that only operators see. A repeated key adds no second note. */
type OrderNote = { key: string; at: string; by: string; text: string }

/**
 * - `charging`: the order is stored, and its payment is in flight.
 * - `pending`: the order is accepted, but not paid yet, or the outcome of its payment is unknown.
 * - `placed`: the order is settled and in the shopper's history, also when it was cancelled.
 * - `declined`: the payment was refused, and the shopper never sees the order.
 */
type OrderState = 'charging' | 'pending' | 'placed' | 'declined'

export type OrderRecord = {
  purchaseId: string
  /** The sub of a shopper, or the id that a guest or an erased shopper has for this order only. */
  userId: string
  /** The address for mails; null when the user pool has none, and after an erasure. */
  email: string | null
  /** Whether the shopper was a minor. The recommendation service gets no purchases of minors. */
  isByMinor: boolean
  /** The state of processing. The shopper sees the next two fields instead. */
  state: OrderState
  orderStatus: OrderStatus
  deliveryStatus: DeliveryStatus
  /** Empty until the payment is approved. */
  transactionId: string
  /** Tells the shopper why the last payment failed, or that the order expired; otherwise empty. */
  refusal: string
  lines: readonly OrderLine[]
  /** The stock to return if the order is cancelled. The store sets it for a new order. */
  taken: readonly TakenStock[]
  totalItems: number
  shippingFeePaise: Paise
  totalPaise: Paise
  payment: PaymentRecord
  refunds: readonly RefundRecord[]
  /** What happened to the order, oldest first. */
  timeline: readonly TimelineRecord[]
  fulfilment: Fulfilment
  notes: readonly OrderNote[]
  shippingAddress: ShippingAddress
  /** The secret part of the order's link. A new secret makes a new link. Empty without a link. */
  linkSecret: string
  purchaseDate: string
  estimatedDelivery: string
}

export type OrderMailKind =
  | 'confirm-cash'
  | 'confirmed'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'refund-started'
  | 'refund-done'
  | 'refund-failed'

/** A write that a transition makes besides the order, in the same transaction. */
export type OrderEffect =
  /** Removes the ordered quantities from the shopper's cart. */
  | { kind: 'removeCartLines' }
  /** Counts the units as sold today. The product list is sorted by sales. */
  | { kind: 'recordSales' }
  /** Returns these quantities to the stock. */
  | { kind: 'returnStock'; stock: readonly TakenStock[] }
  /** Ends the attempt of a keyless request. The same request is then a new attempt. */
  | { kind: 'endKeylessAttempt' }
  /** With a `refundId`, the mail is about that refund. */
  | { kind: 'queueMail'; mail: OrderMailKind; refundId?: string }
  /** Sends the purchase to the recommendation service. */
  | { kind: 'publishPurchase' }
  /** Adds to the operators' log. */
  | { kind: 'log'; entry: LogEntry }

export type OrderWithEffects = { order: OrderRecord; effects: readonly OrderEffect[] }

/** When `order` is null, the order and its attempt are removed, as if they had never been sent. */
export type OrderTransition = { order: OrderRecord | null; effects: readonly OrderEffect[] }

export type PurchaseAttempt = {
  userId: string
  /** The client's idempotency key, if it sent one. */
  key: string | undefined
  /** A hash of the whole request without its secrets. */
  fingerprint: string
}

export type StoredAttempt = {
  purchaseId: string
  fingerprint: string
  createdAt: string
  /**
   * The cart's version before the ordered items were removed. It may be null for an attempt with a
   * key, because only keyless attempts are recognised by the cart's version.
   */
  cartVersionBefore: number | null
  /** The cart's version after the ordered items were removed; null until then. */
  cartVersionAfter: number | null
}

/** Limits the unpaid orders of one e-mail address, network or account. */
export type UnpaidOrderLimit = {
  /** Stands for the e-mail address, the network or the account (see `limitKeyOf`). */
  key: string
  unpaidMax: number
  /** The most units of one product in unshipped cash orders; null for any number. */
  unitsMax: number | null
}

export type PurchaseRequest = {
  attempt: PurchaseAttempt
  /** The order is stored under the key of each limit, for `listByLimitKey`. */
  unpaidLimits?: readonly UnpaidOrderLimit[]
  productIds: readonly string[]
  /**
   * A pure function that prices the order from the current catalogue. Throws when the order cannot
   * be placed. If a product has left the catalogue, the error has its name from `cartLines`.
   */
  draft: (
    products: ReadonlyMap<string, SoldProduct>,
    cartLines: readonly CartLineRecord[],
  ) => OrderWithEffects
}

export interface PurchaseStore {
  /**
   * In one transaction: stores the drafted order, takes its stock and applies its effects. For a
   * repeated attempt, only returns its order. Refuses with `IDEMPOTENCY_KEY_REUSED`,
   * `OPEN_ORDERS_LIMITED`, `QUANTITY_LIMITED`, `OUT_OF_STOCK` or the error that the draft throws. A
   * refusal writes nothing.
   */
  begin(request: PurchaseRequest): Promise<{ order: OrderRecord; replayed: boolean }>

  /**
   * In one transaction: stores the order that the pure transition returns, and applies its effects.
   * Writes nothing when the transition returns the same object. An order with a new user id moves
   * to that user. Returns null when there is no such order, or when the transition removed it.
   */
  update(purchaseId: string, transition: (order: OrderRecord) => OrderTransition): Promise<OrderRecord | null>

  /** Null when there is no such order. */
  find(purchaseId: string): Promise<OrderRecord | null>

  /**
   * A shopper's `pending` and `placed` orders, newest first. `before` is a purchase id: only older
   * orders are returned.
   */
  list(userId: string, page: { limit: number; before: string | undefined }): Promise<OrderRecord[]>

  /** All orders of a shopper in any state, newest first. */
  listAll(userId: string): Promise<OrderRecord[]>

  /**
   * Replaces every order of the shopper by the result of the pure `erase`. The result has another
   * user id. Deletes the shopper's attempts. When `erase` throws for one order, nothing is written.
   * Returns the number of orders.
   */
  eraseAll(userId: string, erase: (order: OrderRecord) => OrderRecord): Promise<number>

  /**
   * The orders that were placed under this key of an `UnpaidOrderLimit`. Contains orders that were
   * moved to an account later.
   */
  listByLimitKey(limitKey: string): Promise<OrderRecord[]>

  /** From then on, `listByLimitKey` does not return the order for this key. */
  removeLimitKey(limitKey: string, purchaseId: string): Promise<void>

  /**
   * The orders that the reconciler has to settle or refund (see `isOpen`), oldest first. Only those
   * that were placed at the time `until` or before.
   */
  listOpen(until: Date): Promise<OrderRecord[]>
}
