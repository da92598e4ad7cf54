import type { Paise } from '@nashta/contracts/money'
import type { DeliveryStatus, OrderStatus } from '@nashta/contracts/orders/order-status'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { ProductRecord } from '../catalogue/product-store.ts'
import type { PaymentRecord } from '../payments/payment-details.ts'
import type { PurchaseAttempt } from './purchase-attempt.ts'

/** The fields of a product that an order copies. */
export type SoldProduct = Pick<ProductRecord, 'products_id' | 'name' | 'imageUrl' | 'category' | 'pricePaise'>

export type OrderLine = {
  productId: string
  name: string
  imageUrl: string
  category: string
  quantity: number
  pricePaise: Paise
}

/**
 * charging: stored, its payment in flight. pending: accepted, the outcome of its payment unknown. placed: an order.
 * declined: its payment was refused; the shopper never sees it as an order.
 */
type OrderState = 'charging' | 'pending' | 'placed' | 'declined'

export type OrderRecord = {
  purchaseId: string
  userId: string
  /** The address of its mails; null when the user pool has none. */
  email: string | null
  state: OrderState
  orderStatus: OrderStatus
  deliveryStatus: DeliveryStatus
  transactionId: string
  /** Why the payment was declined, in the shopper's words. */
  refusal: string
  lines: readonly OrderLine[]
  totalItems: number
  shippingFeePaise: Paise
  totalPaise: Paise
  payment: PaymentRecord
  shippingAddress: ShippingAddress
  purchaseDate: string
  estimatedDelivery: string
}

export type OrderMailKind = 'confirmed' | 'shipped' | 'delivered'

/** What a transition writes beside the order, in the order's own transaction. */
export type OrderEffect =
  /** The ordered quantities leave the shopper's cart. */
  | { kind: 'leaveCart' }
  /** The units count towards the sales order of today. */
  | { kind: 'recordSales' }
  | { kind: 'returnStock' }
  /** An attempt without an idempotency key may be repeated as it was. */
  | { kind: 'releaseKeylessAttempt' }
  | { kind: 'queueMail'; mail: OrderMailKind }
  /** The recommendation service learns of the purchase. */
  | { kind: 'publishPurchase' }

export type NewOrder = { order: OrderRecord; effects: readonly OrderEffect[] }

/** `order` null: the order and its attempt are removed, as if it had never been tried. */
export type OrderTransition = { order: OrderRecord | null; effects: readonly OrderEffect[] }

export type PurchaseRequest = {
  attempt: PurchaseAttempt
  productIds: readonly string[]
  /** Pure: prices the order from the current catalogue, or throws why it cannot be placed. */
  draft: (products: ReadonlyMap<string, SoldProduct>) => NewOrder
}

export interface PurchaseStore {
  /**
   * Atomically: returns the order of an attempt that was made before, or stores the drafted order, takes its stock
   * and applies its effects. Refuses with `IDEMPOTENCY_KEY_REUSED`, `OUT_OF_STOCK` or the error that the draft
   * throws; nothing is then written.
   */
  begin(request: PurchaseRequest): Promise<{ order: OrderRecord; replayed: boolean }>

  /**
   * Atomically: stores what the pure transition makes of the order, and applies its effects. A transition that
   * returns the very same order writes nothing. Null when there is no such order, or when it was removed.
   */
  update(purchaseId: string, transition: (order: OrderRecord) => OrderTransition): Promise<OrderRecord | null>

  /** Null when there is no such order. */
  find(purchaseId: string): Promise<OrderRecord | null>

  /** A shopper's `pending` and `placed` orders, newest first, those below `before`. */
  list(userId: string, page: { limit: number; before: string | undefined }): Promise<OrderRecord[]>

  /** Orders that are `charging` or `pending`, placed at or before that time, oldest first. */
  unsettled(before: Date): Promise<OrderRecord[]>
}
