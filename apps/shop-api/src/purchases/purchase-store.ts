import type { Paise } from '@nashta/contracts/money'
import type { DeliveryStatus, OrderStatus } from '@nashta/contracts/orders/order-status'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { ProductRecord } from '../catalogue/product-store.ts'
import type { PaymentRecord } from '../payments/instrument.ts'

/** What an order needs to know of a product. */
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
 * charging: kept, its payment under way. pending: accepted, the payment's outcome unknown. placed: an order.
 * declined: never became one.
 */
type OrderState = 'charging' | 'pending' | 'placed' | 'declined'

export type OrderRecord = {
  purchaseId: string
  userId: string
  /** Where its mails go; null when the pool has no address. */
  email: string | null
  state: OrderState
  orderStatus: OrderStatus
  deliveryStatus: DeliveryStatus
  transactionId: string
  /** Why it was declined, in the shopper's words. */
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

export type Attempt = {
  userId: string
  /** Undefined for a client that sends none: its cart then tells one attempt from the next. */
  key: string | undefined
  /** Of everything that was asked for, and nothing secret. */
  fingerprint: string
  productIds: readonly string[]
  /** Pure: prices the order from the catalogue at that very moment, or throws why it cannot be. */
  draft: (products: ReadonlyMap<string, SoldProduct>) => OrderRecord
  /** Charges a drafted order in the same step; without it the order waits for `settle`. */
  charge?: ((order: OrderRecord) => Charged) | undefined
}

type Begun =
  | { kind: 'new'; order: OrderRecord }
  /** The same attempt was made before; `order` says what became of it. */
  | { kind: 'known'; order: OrderRecord }

export type Charged =
  | { kind: 'approved'; transactionId: string }
  | { kind: 'pending' }
  | { kind: 'declined'; message: string }

export type Settlement =
  | Charged
  /** The charge never arrived: as if the attempt had not been made, or cancelled if the shopper has seen it accepted. */
  | { kind: 'void' }

export interface PurchaseStore {
  /**
   * In one step: answers for an attempt that is known, or keeps the drafted order and takes its stock.
   * A draft that is `placed` (nothing to charge) or charged on the spot is settled in the same step. Refuses with
   * `IDEMPOTENCY_KEY_REUSED`, `OUT_OF_STOCK`, or whatever the draft throws; nothing is then written.
   */
  begin(attempt: Attempt): Promise<Begun>

  /**
   * In one step: the order's new state, its cart lines, sold units, stock given back, mail. An order that is
   * settled already stays as it is. Null when there is no such order, or none any more.
   */
  settle(purchaseId: string, settlement: Settlement): Promise<OrderRecord | null>

  /** Null when there is no such order. */
  find(purchaseId: string): Promise<OrderRecord | null>

  /** A shopper's orders, newest first, from below `before`; attempts that never became orders are not among them. */
  list(userId: string, page: { limit: number; before: string | undefined }): Promise<OrderRecord[]>

  /** Orders whose payment is under way or unknown, begun before then. */
  unsettled(before: Date): Promise<OrderRecord[]>

  /** In one step: applies the pure change, gives back stock of what is cancelled, and queues the mail it calls for. */
  change(purchaseId: string, apply: (order: OrderRecord) => OrderRecord): Promise<OrderRecord | null>
}
