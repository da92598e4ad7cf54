import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { sumOf } from '@nashta/contracts/pricing/sums'
import type { BatchBuyers } from '@nashta/contracts/stock/recalls'
import { noBatch } from '../catalogue/batches/batch-book.ts'
import type { BatchStore } from '../catalogue/batches/batch-store.ts'
import { type ProductStore, productNotFound } from '../catalogue/product-store.ts'
import { type Cell, writeCsv } from '../files/csv.ts'
import { isErased } from '../orders/order/order-state.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import { personOf, type RecallStore } from './recall-store.ts'

export type BuyersDeps = {
  products: ProductStore
  purchases: PurchaseStore
  batches: BatchStore
  recalls: RecallStore
}

/** So many orders are read at once. */
const READ_AT_ONCE = 20

type BuyerOrder = { order: OrderRecord; units: number }

/** The orders that have got units of a batch which have not come back. */
async function findBuyers(deps: BuyersDeps, productsId: string, batch: string): Promise<BuyerOrder[]> {
  const ids = await deps.batches.ordersOf(productsId, batch)
  const found: BuyerOrder[] = []
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const orders = await Promise.all(
      ids.slice(start, start + READ_AT_ONCE).map((id) => deps.purchases.find(id)),
    )
    for (const order of orders) {
      const units = order ? unitsOfBatch(order, productsId, batch) : 0
      if (order && units > 0) found.push({ order, units })
    }
  }
  return found
}

function unitsOfBatch({ fulfilment: { picks = [] } }: OrderRecord, productsId: string, batch: string) {
  const ofBatch = picks.filter((pick) => pick.productId === productsId && pick.batch === batch)
  return sumOf(ofBatch.map(({ quantity }) => quantity))
}

export async function readBuyers(deps: BuyersDeps, id: string, name: string): Promise<BatchBuyers> {
  const { product, batch } = await findProductAndBatch(deps, id, name)
  const buyers = await findBuyers(deps, product.products_id, name)
  const orders = buyers.map(({ order }) => order)
  const persons = new Set(orders.flatMap((order) => personOf(order) ?? []))
  const recall = await deps.recalls.find(product.products_id, name)
  const mailed = orders.filter(({ fulfilment }) =>
    fulfilment.recalls?.some(({ recallId, isMailed }) => recallId === recall?.recallId && isMailed),
  )
  return {
    product,
    batch: name,
    ...(batch.bestBefore !== undefined && { bestBefore: batch.bestBefore }),
    orders: buyers.length,
    units: sumOf(buyers.map(({ units }) => units)),
    persons: persons.size,
    withoutEmail: Array.from(persons).filter((person) => person.startsWith('phone ')).length,
    ...(recall && {
      recall: {
        at: recall.authorship.at,
        by: recall.authorship.by.email ?? recall.authorship.by.username,
        reason: recall.reason,
        advice: recall.advice,
        mailed: mailed.length,
        isOver: recall.isOver,
      },
    }),
  }
}

const HEADER = ['Order', 'Date', 'Units', 'Name', 'Phone', 'E-mail', 'Delivery']

export async function buyersTable(deps: BuyersDeps, id: string, name: string): Promise<string> {
  const { product } = await findProductAndBatch(deps, id, name)
  const buyers = await findBuyers(deps, product.products_id, name)
  return writeCsv(HEADER, buyers.map(rowOf))
}

function rowOf({ order, units }: BuyerOrder): Cell[] {
  const { purchaseId, purchaseDate, shippingAddress, email, deliveryStatus } = order
  const { fullName, phoneNumber } = shippingAddress
  const person = isErased(order) ? ['', '', ''] : [fullName, phoneNumber, email ?? '']
  return [`#${orderNumber(purchaseId)}`, purchaseDate, units, ...person, deliveryStatus]
}

export async function findProductAndBatch({ products, batches }: BuyersDeps, id: string, name: string) {
  const found = await products.findWithDrafts(id)
  if (!found) throw productNotFound()
  const { products_id, name: productName } = found
  const batch = await batches.findBatch(products_id, name)
  if (!batch) throw noBatch(name)
  return { product: { products_id, name: productName }, batch }
}
