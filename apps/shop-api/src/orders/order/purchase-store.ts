import type { DeliveryTime } from '@nashta/contracts/delivery/delivery'
import type { OrderMailKind } from '@nashta/contracts/mails/mails'
import type { Paise } from '@nashta/contracts/money'
import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import type { OrderDetails } from '@nashta/contracts/orders/order-details'
import type { EditedPart } from '@nashta/contracts/orders/order-edit'
import type { RefundState, TimelineEventKind } from '@nashta/contracts/orders/order-payment'
import type { DeliveryStatus, OrderStatus } from '@nashta/contracts/orders/order-status'
import type { Parcel, ParcelState } from '@nashta/contracts/orders/parcel'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { StockEntryKind } from '@nashta/contracts/stock/stock'
import type { SupplyUnit } from '../../bills/bill.ts'
import type { CartLineRecord } from '../../cart/cart-store.ts'
import type { BatchPick } from '../../catalogue/batches/batch-book.ts'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import type { AppliedOffer, UseLimits } from '../../offers/offer-uses.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import type { PaymentRecord } from './payment-record.ts'

/** The fields of a product that an order copies. */
export type SoldProduct = Pick<
  ProductRecord,
  | 'products_id'
  | 'name'
  | 'packLabel'
  | 'imageUrl'
  | 'category'
  | 'pricePaise'
  | 'hsn'
  | 'gstRate'
  | 'laterGstRates'
  | 'netQuantity'
>

export type OrderLine = {
  productId: string
  name: string
  imageUrl: string
  category: string
  quantity: number
  pricePaise: Paise
  /** What offers take off all units of the line together. Absent if they take nothing. */
  discountPaise?: Paise
  /**
   * What the bill will say of the product. It is copied when the order is placed, so that a later rate
   * or a deleted product does not change it. Absent if the product had none then.
   */
  tax?: {
    hsn?: string
    /** The rate of the day on which the order was placed. */
    ratePercent?: number
    /** Rates that were known then, with later first days. */
    laterGstRates?: readonly string[]
    unit: SupplyUnit
  }
}

/** A quantity that an order took from the counted stock of a product. */
export type TakenStock = { productId: string; quantity: number }

/** Quantities that go back into the stock. */
export type ReturnedStock = {
  stock: readonly TakenStock[]
  because: Extract<StockEntryKind, 'cancelled' | 'unpaid' | 'neverPlaced' | 'refund' | 'edited' | 'back'>
}

/** A quantity that an order put back into the cart. */
type CartUnits = { productId: string; quantity: number }

/** Units of one product that a refund is for. */
export type RefundedItem = { productId: string; quantity: number }

/** The money that goes back for the units of one product. */
export type RefundShare = { productId: string; paise: Paise }

/** What becomes of the goods of a refund. */
export type RefundedGoods = {
  /**
   * The units that this refund decides about. They are fewer than the refunded ones if an earlier
   * refund, which failed, has decided about some of them.
   */
  units: readonly RefundedItem[]
  fate: GoodsFate
  /** Whether the order was not handed over yet, so that the units are not packed. */
  isLeftOut: boolean
}

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
  /** Absent when the refund is for all money that was left, or for an amount. */
  items?: readonly RefundedItem[]
  /** What was paid for these items or, without items, what the refund of an amount takes off each line. */
  shares?: readonly RefundShare[]
  /** Absent when no operator requested the refund. */
  goods?: RefundedGoods
  /** True for the refund of a cancellation, and for the refund that left nothing to pack. */
  endsOrder?: boolean
  /** The payment whose money goes back. */
  transactionId: string
  /** The further payment of the order whose money goes back. Absent for the first payment. */
  paymentId?: string
  /** The refund that this is a part of, because no payment alone has taken so much. It has the items. */
  partOf?: string
  /** Whether an operator pays the refund, because no provider can pay it. */
  byHand: boolean
  /**
   * True for money that the order did not wait for: the order was over or already paid, or the
   * amount was wrong. The payment's `paidPaise` does not contain late money.
   */
  isLate: boolean
  /** The refund's number at the provider or the bank. Empty until the number is known. */
  reference: string
  /** Why the provider has not paid the refund yet, as a text for operators. Absent if all is well. */
  problem?: string
  requestedAt: string
  updatedAt: string
}

export type TimelineRecord = {
  at: string
  kind: TimelineEventKind
  note?: string
  amountPaise?: Paise
  parcelId?: string
  /** The operator who caused the entry. Only operators see this name. */
  by?: string
}

/** The bill of an order and its credit notes, without their contents. */
type OrderBilling = {
  dueAt: string
  /** An operator asked for the bill before the goods were handed over. */
  isAskedFor?: true
  /** The units that the bill is about: those that are or were handed over. */
  units: readonly RefundedItem[]
  /** So many refunds are older than the bill. They need no credit note. */
  refundsBefore: number
  /** The day whose bill the order waits for, until that is made. */
  onBillOf?: string
  /** Absent until the bill is made. */
  number?: string
  /** `of` is the id of a refund, or `cancelled`. The number is empty if nothing was left to correct. */
  notes: readonly { of: string; number: string }[]
}

/** A parcel with the number of the mails that were sent about it alone. */
export type StoredParcel = Omit<Parcel, 'state'> & { state: ParcelState; mails: number }

/** What an edit may change of an order. */
export type OrderContent = Pick<
  OrderRecord,
  | 'lines'
  | 'totalItems'
  | 'shippingFeePaise'
  | 'totalPaise'
  | 'offers'
  | 'shippingAddress'
  | 'details'
  | 'deliveryTime'
  | 'estimatedDelivery'
>

type PaiseChange = { before: Paise; after: Paise }

/** What an operator has changed of an order before it was packed. Nothing of it is personal but the hash. */
export type EditRecord = {
  /** Unique within the order. */
  editId: string
  /** The idempotency key. A repeated key edits nothing. */
  key: string
  /** A hash of the request, to recognise a key that is used for another edit. Empty after an erasure. */
  request: string
  at: string
  /** The lines with another quantity. */
  lines: readonly { productId: string; name: string; pricePaise: Paise; before: number; after: number }[]
  parts: readonly EditedPart[]
  shippingFeePaise: PaiseChange
  /** What offers take off, delivery included. */
  discountPaise: PaiseChange
  lostOffers: readonly string[]
  totalPaise: PaiseChange
  /** What goes back. Absent if nothing does. */
  backPaise?: Paise
  /** When the shopper refused it. */
  refusedAt?: string
  /** What the shopper had to pay after it. Absent for nothing. */
  owedPaise?: Paise
  /** When it was undone, because what it made the order cost more was not paid, or an operator took it back. */
  undoneAt?: string
}

/** What operators have changed, oldest first. */
type OrderEdits = {
  list: readonly EditRecord[]
  /**
   * What the shopper has ordered, to undo the edits when the shopper refuses them, and the number of refunds
   * at that time. Absent once they are refused, and after an erasure.
   */
  agreed?: OrderContent & { refundsBefore: number }
  /**
   * Until when the shopper may pay what the edits since `editId` have made the order cost more. `before` is what
   * the order was without them; absent if that is `agreed`. Absent if nothing is owed.
   */
  owed?: { editId: string; expiresAt: string; before?: OrderContent }
}

/** A recall of a batch, as the order stores it. */
export type OrderRecall = {
  recallId: string
  productName: string
  batch: string
  reason: string
  advice: string
  /** False if the shopper had a mail about another order. */
  isMailed: boolean
}

/** An order that replaces units of another one. */
export type Replacement = {
  purchaseId: string
  at: string
  units: readonly RefundedItem[]
  /** The idempotency key, and a hash of the request. A repeated key places no second replacement. */
  key: string
  request: string
  /** Why it sends nothing, once that was found. Its units and their money are free again. */
  gone?: 'cancelled' | 'neverPlaced'
}

/** What operators did with the goods. */
type Fulfilment = {
  /** The customer collects the goods in the shop, so no courier has them. */
  isCollected?: boolean
  packing?: { begunAt: string; packedAt?: string }
  /** The operator who has the order open to pack, and when they last did something with it. */
  packer?: { id: string; name: string; at: string }
  /** The parcels that were given to couriers, oldest first. */
  parcels?: readonly StoredParcel[]
  /** When a slip or a label was last printed. Absent after the contents have changed. */
  printedAt?: string
  /**
   * When the order was edited, or units were refunded although packing had begun or a slip was
   * printed. Absent after the order was packed.
   */
  contentChangedAt?: string
  /** The snack and its batch that was recalled after it was packed. Absent after the order was packed again. */
  recalledBatch?: string
  /** The batches that the parcel's units were taken from. `PurchaseStore` sets this list. */
  picks?: readonly BatchPick[]
  /** Recalls of batches that the order has got. */
  recalls?: readonly OrderRecall[]
  /** The order whose units this one replaces. It costs nothing, and is no sale. */
  replaces?: string
  /** The orders that replace units of this one, oldest first. */
  replacements?: readonly Replacement[]
  /** Units that are on their way back. They are a part of `taken`. */
  expectedBack?: readonly TakenStock[]
  /** The shopper wants no part of the bill of a day. */
  wantsOwnBill?: true
  /** Absent until the goods are handed over, or an operator asks for the bill. */
  billing?: OrderBilling
}

/** A note that only operators see. A repeated key adds no second note. */
type OrderNote = { key: string; at: string; by: string; text: string }

/**
 * - `charging`: the order is stored, and its payment is in flight.
 * - `pending`: the order is visible, but not paid yet, or the outcome of its payment is unknown.
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
  /** The shopper does not see this state, but sees `orderStatus` and `deliveryStatus`. */
  state: OrderState
  orderStatus: OrderStatus
  deliveryStatus: DeliveryStatus
  /** Empty until the payment is approved. */
  transactionId: string
  /**
   * A message for the shopper: why the last payment failed, or that the order expired. Empty before
   * a failure or an expiry, and again after a confirmation.
   */
  refusal: string
  lines: readonly OrderLine[]
  /**
   * The stock that the order took, without what was returned or lost. `PurchaseStore` sets this
   * list.
   */
  taken: readonly TakenStock[]
  /** The units that went back into the cart when the order ended unpaid. `PurchaseStore` sets this list. */
  restored: readonly CartUnits[]
  totalItems: number
  shippingFeePaise: Paise
  totalPaise: Paise
  /** The offers that have made the order cheaper. Absent if none has. */
  offers?: readonly AppliedOffer[]
  /** Absent if no operator has edited the order. */
  edits?: OrderEdits
  payment: PaymentRecord
  refunds: readonly RefundRecord[]
  /** What happened to the order, oldest first. */
  timeline: readonly TimelineRecord[]
  fulfilment: Fulfilment
  notes: readonly OrderNote[]
  shippingAddress: ShippingAddress
  /** What the shopper added at checkout. */
  details: OrderDetails
  /** The secret part of the order's link. Empty if the order has no link. */
  linkSecret: string
  purchaseDate: string
  /** The terms of the address's zone when the order was placed. */
  deliveryTime: DeliveryTime
  /** When the order arrives at the latest, counted from its confirmation. */
  estimatedDelivery: string
}

/** A mail about an order. With a `refundId`, it is about that refund. */
export type OrderMail = {
  mail: OrderMailKind
  refundId?: string | undefined
  /** A parcel and the number of the mail about it, such as `P1.2`. */
  parcel?: string | undefined
  /** The edit that the mail is about. */
  editId?: string | undefined
  /** The further payment that the mail is about. */
  paymentId?: string | undefined
  /** When the courier could not deliver. Each try has one mail. */
  tryAt?: string | undefined
  /** The recall that the mail is about. */
  recallId?: string | undefined
  /** Names one of the times that an operator sends the mail again. */
  again?: string | undefined
}

/** A further write in the transaction that stores the order. */
export type OrderEffect =
  /** Removes the ordered quantities from the shopper's cart. */
  | { kind: 'removeCartLines' }
  /** Puts the order's items back into the shopper's cart, and sets the order's `restored`. */
  | { kind: 'restoreCartLines' }
  /** Takes items that were put back out of the shopper's cart again. */
  | { kind: 'removeRestoredLines'; restored: readonly CartUnits[] }
  /** Counts the units as sold today. The product list is sorted by sales. */
  | { kind: 'recordSales' }
  /** Takes the units off the sales of the day on which the order was sold (see `soldAtOf`). */
  | { kind: 'subtractSales' }
  /**
   * Takes the stock of the order's lines. The update is refused with `OUT_OF_STOCK` when too little
   * is left.
   */
  | { kind: 'takeStock' }
  /**
   * Takes further units of products, and adds them to the order's `taken`. The update is refused with
   * `OUT_OF_STOCK` when too little is left.
   */
  | { kind: 'takeUnits'; units: readonly TakenStock[] }
  /** Corrects the sales of the day on which the order was sold. Negative units are taken off. */
  | { kind: 'correctSales'; sold: readonly TakenStock[] }
  /**
   * Binds the bank's number of a payment to the order. The update is refused with `REFERENCE_USED`
   * when another order has the number.
   */
  | { kind: 'useReference'; reference: string }
  /** Returns these quantities to the stock. The history of the stock says why. */
  | ({ kind: 'returnStock' } & ReturnedStock)
  /**
   * Takes units that were packed from their batches, and sets the order's `fulfilment.picks`. `asked` is what
   * the packer says; undefined for the batches that expire first.
   */
  | { kind: 'pickUnits'; units: readonly TakenStock[]; asked: readonly BatchPick[] | undefined }
  /** Puts units back into their batches. */
  | { kind: 'returnPicks'; picks: readonly BatchPick[] }
  /** Takes units out of batches that were lost before they were packed. */
  | { kind: 'loseUnits'; lost: readonly TakenStock[] }
  /** Lists the order among those whose cash a courier collects, or takes it off the list. */
  | { kind: 'oweCash'; isOwed: boolean }
  /** Ends the attempt of a keyless request. An equal request then places a new order. */
  | { kind: 'endKeylessAttempt' }
  | ({ kind: 'queueMail' } & OrderMail)
  /** Sends the purchase to the recommendation service. */
  | { kind: 'publishPurchase' }
  /**
   * Counts a use of each offer of the order, and sets where it is counted. Throws `OfferUsedUp`, and
   * writes nothing, if an offer has no use left, unless it is forced.
   */
  | { kind: 'useOffers'; limits: ReadonlyMap<string, UseLimits>; isForced: boolean }
  /** Corrects what the offers of the order have brought and cost, and gives back uses of those it has lost. */
  | { kind: 'correctOffers'; before: Pick<OrderRecord, 'offers' | 'totalPaise'> }
  /** Gives the uses of the order's offers back. */
  | { kind: 'returnOffers' }
  /** Adds to the operators' log. */
  | { kind: 'log'; entry: LogEntry }
  /**
   * Counts the order towards these limits, until it no longer holds unpaid stock. If the order
   * exceeds one of them, nothing is written, and the error of `assertWithinLimit` is thrown.
   */
  | { kind: 'countUnpaid'; limits: readonly UnpaidOrderLimit[] }

export type OrderWithEffects = { order: OrderRecord; effects: readonly OrderEffect[] }

/** When `order` is null, the store removes the order and its attempt. */
export type OrderTransition = { order: OrderRecord | null; effects: readonly OrderEffect[] }

/** Identifies a request to place an order. A repeated request belongs to the same attempt. */
export type PurchaseAttempt = {
  userId: string
  /** The client's idempotency key. Undefined for a keyless request. */
  key: string | undefined
  /** A hash of the whole request without its secrets. */
  fingerprint: string
}

/**
 * By the two cart versions, `findReplay` knows whether a keyless request repeats the attempt. They
 * are those of `shopperVersionOf`.
 */
export type StoredAttempt = {
  purchaseId: string
  fingerprint: string
  createdAt: string
  /** The cart's version before the order removed its items. Not used if the attempt has a key. */
  cartVersionBefore: number | null
  /** The cart's version after the order removed its items. Null while the items are in the cart. */
  cartVersionAfter: number | null
}

/** Limits the orders of one account, e-mail address or network that hold unpaid stock. */
export type UnpaidOrderLimit = {
  buyerKey: string
  /** The most orders, with the new one. */
  unpaidMax: number
  /** The most units of one product in these orders; null for any number. */
  unitsMax: number | null
}

export type PurchaseRequest = {
  attempt: PurchaseAttempt
  /** The limits that the order must not exceed (see `assertWithinLimit`). */
  unpaidLimits?: readonly UnpaidOrderLimit[]
  /**
   * Whether the order's money is asked for in the same request. If not, the stored order counts
   * towards each of the limits, until it no longer holds unpaid stock.
   */
  isChargedNow?: boolean
  /** The order stays listed under these buyer keys until `unlistByBuyerKey` is called. */
  lastingBuyerKeys?: readonly string[]
  productIds: readonly string[]
  /**
   * A pure function that makes the new order from the current catalogue. Throws when the order
   * cannot be placed. The error for a product that has left the catalogue takes the product's name
   * from `cartLines`.
   */
  draft: (
    products: ReadonlyMap<string, SoldProduct>,
    cartLines: readonly CartLineRecord[],
  ) => OrderWithEffects
}

export interface PurchaseStore {
  /**
   * In one transaction: stores the order that `draft` returns, takes its stock and applies its
   * effects. For a repeated attempt, returns the order of the first request and stores none.
   *
   * A refused order writes nothing. It is refused with `IDEMPOTENCY_KEY_REUSED`,
   * `OPEN_ORDERS_LIMITED` (too many unpaid orders), `QUANTITY_LIMITED`, `OUT_OF_STOCK` or the error
   * that `draft` throws.
   */
  begin(request: PurchaseRequest): Promise<{ order: OrderRecord; replayed: boolean }>

  /**
   * In one transaction: stores the order that the pure transition returns, and applies its effects.
   *
   * - If the transition returns the same order object, nothing is written, and effects are ignored.
   * - If the returned order has a new user id, the order moves to that user.
   * - If no order has this id, or the transition removes the order, `update` returns null.
   * - With the effect `takeStock`, the store sets the order's `taken`, and with `restoreCartLines`
   *   its `restored`.
   */
  update(purchaseId: string, transition: (order: OrderRecord) => OrderTransition): Promise<OrderRecord | null>

  /** Null when there is no such order. */
  find(purchaseId: string): Promise<OrderRecord | null>

  /**
   * A shopper's `pending` and `placed` orders, newest first. With a purchase id as `before`, only
   * orders that are older than that order. The first characters of an id do for a time (see `idPrefixOf`).
   */
  list(userId: string, page: { limit: number; before: string | undefined }): Promise<OrderRecord[]>

  /** All orders of a shopper in any state, newest first. */
  listAll(userId: string): Promise<OrderRecord[]>

  /**
   * Replaces every order of the shopper by the result of `erase`, deletes the shopper's attempts,
   * and returns the number of orders. `erase` is a pure function that gives an order another user
   * id. If `erase` throws for one order, nothing is written.
   */
  eraseAll(userId: string, erase: (order: OrderRecord) => OrderRecord): Promise<number>

  /**
   * The orders that are listed under a buyer key, also those that were moved to an account later.
   * Under the key of a limit, orders are listed only while they hold unpaid stock, so that there
   * are no more of them than the limit allows. A storage may list a few others for a while.
   */
  listByBuyerKey(buyerKey: string): Promise<OrderRecord[]>

  /** Removes the order from the list of `listByBuyerKey` for this key. */
  unlistByBuyerKey(buyerKey: string, purchaseId: string): Promise<void>

  /**
   * The open orders that were placed at this time or before, oldest first. An order is open while
   * its payment or one of its refunds needs the reconciler (see `isOpen`).
   */
  listOpen(until: Date): Promise<OrderRecord[]>
}
