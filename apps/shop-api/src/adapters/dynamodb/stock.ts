import { type Item, readItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import type { OrderLine } from '../../purchases/purchase-store.ts'
import { toPlaced } from './product-items.ts'
import type { ShopTables } from './tables.ts'

type Wanted = Pick<OrderLine, 'productId' | 'quantity' | 'pricePaise'>

/** Refused when the product was removed, its price has changed, or its stock is too low. */
export function takeStock(
  table: string,
  product: ProductRecord,
  { productId, quantity, pricePaise }: Wanted,
): TransactItem {
  const Key = { products_id: productId }
  if (product.stock === undefined) {
    return {
      name: productId,
      write: {
        ConditionCheck: {
          TableName: table,
          Key,
          ConditionExpression: 'pricePaise = :price AND attribute_not_exists(stock)',
          ExpressionAttributeValues: { ':price': pricePaise },
        },
      },
    }
  }
  return {
    name: productId,
    write: {
      Update: {
        TableName: table,
        Key,
        UpdateExpression: 'SET stock = stock - :quantity',
        ConditionExpression: 'pricePaise = :price AND stock >= :quantity',
        ExpressionAttributeValues: { ':price': pricePaise, ':quantity': quantity },
      },
    },
  }
}

/** Puts back the stock of `taken` products. A product that was removed, or has unlimited stock by now, is left as it is. */
export async function giveStockBack(
  { client, tables }: ShopTables,
  lines: readonly OrderLine[],
  taken: readonly string[],
): Promise<TransactItem[]> {
  const back = lines.filter(({ productId }) => taken.includes(productId))
  const products = await readProducts(
    { client, tables },
    back.map(({ productId }) => productId),
  )
  return back
    .filter(({ productId }) => products.get(productId)?.stock !== undefined)
    .map(({ productId, quantity }) => ({
      name: productId,
      write: {
        Update: {
          TableName: tables.products,
          Key: { products_id: productId },
          UpdateExpression: 'SET stock = stock + :quantity',
          ConditionExpression: 'attribute_exists(stock)',
          ExpressionAttributeValues: { ':quantity': quantity },
        },
      },
    }))
}

async function readProducts({ client, tables }: ShopTables, ids: readonly string[]) {
  const keys = ids.map((id) => ({ table: tables.products, key: { products_id: id } }))
  return productsIn((await readItems(client, keys)).get(tables.products) ?? [])
}

export function productsIn(items: readonly Item[]) {
  return new Map(items.map((item) => [String(item['products_id']), toPlaced(item).product]))
}
