import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Documents } from '@nashta/documents/documents'
import type { ImageStore } from '@nashta/images/image-store'
import type { OutboxEntry, OutboxStore } from '@nashta/outbox/outbox'
import type { FastifyBaseLogger } from 'fastify'
import type { CartStore } from './cart/cart-store.ts'
import type { ProductStore } from './catalogue/product-store.ts'
import type { OrderMail, OrderRecord, PurchaseStore } from './orders/order/purchase-store.ts'
import type { AllOrders } from './orders/search/all-orders.ts'

/** What a storage is opened with. */
export type StorageContext = {
  entriesOf: EntriesOf
  logger: FastifyBaseLogger
  now: () => Date
}

/** The outbox entries about a change. The stores write them in the transaction of the change. */
export type EntriesOf = {
  /** At most one entry, with all events of the change that are to be delivered. */
  events: (events: readonly ShopEvent[]) => OutboxEntry[]
  /** Empty for a mail without a recipient. */
  mail: (order: OrderRecord, mail: OrderMail) => OutboxEntry[]
}

/** Where the Shop API keeps its data. It may run timers of its own until `close`. */
export type ShopStorage = {
  products: ProductStore
  carts: CartStore
  purchases: PurchaseStore
  allOrders: AllOrders
  /** For the stores that need nothing but documents. */
  documents: Documents
  helpPictures: ImageStore
  outbox: OutboxStore
  /** Adds an entry about an event that changes no store, such as a view. */
  addEvent: (entry: OutboxEntry) => Promise<void>
  /** Makes sure that deleted data cannot be read in the storage's files either. */
  purgeDeletedData: () => void
  /**
   * Runs the work unless another process runs the task of this name. `signal` is aborted when
   * another process takes over the task.
   */
  runAlone: (task: string, work: (signal?: AbortSignal) => Promise<void>) => Promise<void>
  /** Finishes what a process that died has left undone. It is called at intervals. */
  reconcile: () => Promise<void>
  probe: () => Promise<void>
  close: () => Promise<void>
}

export type OpenStorage<S extends ShopStorage = ShopStorage> = (context: StorageContext) => S
