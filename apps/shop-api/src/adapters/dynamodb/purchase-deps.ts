import type { TransactItem } from '@nashta/dynamodb/transact'
import type { OrderEvent } from '../../purchases/order-mails.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import type { CartAnnounce } from './cart-items.ts'
import type { InTurn } from './in-turn.ts'
import type { createOrderReads } from './order-reads.ts'
import type { DynamoProductStore } from './product-store.ts'
import type { ShopTables } from './tables.ts'

export type DynamoPurchaseStoreDeps = ShopTables & {
  products: DynamoProductStore
  inTurn: InTurn
  /** What an order's new state calls for, to be written in the order's own transaction. */
  announce: (order: OrderRecord, event: OrderEvent) => TransactItem[]
  /** What the cart that an order leaves calls for, likewise. */
  announceCart?: CartAnnounce
  /** What the gateway of our own has booked for an order and nobody has written yet. */
  booked: (purchaseId: string) => TransactItem[]
  now: () => Date
}

export type PurchaseDeps = DynamoPurchaseStoreDeps & { orders: ReturnType<typeof createOrderReads> }
