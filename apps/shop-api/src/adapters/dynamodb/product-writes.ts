import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { changeProduct, differences } from '../../catalogue/product-audit.ts'
import {
  type ChangeMark,
  productChanged,
  productExists,
  type ProductAudit,
  type ProductStore,
} from '../../catalogue/product-store.ts'
import { productVersion } from '../../catalogue/product-version.ts'
import { type CatalogueItem, catalogueWrite } from './catalogue-item.ts'
import type { CatalogueMirror } from './catalogue-mirror.ts'
import { sameStock, toProductItem } from './product-items.ts'
import type { ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove' | 'audit'>
type Audited = Omit<ProductAudit, keyof ChangeMark>

/** Room for a whole catalogue between one version's places and the next's. */
const PLACES_PER_VERSION = 1_000_000

/** Behind everything that was put in its place by an earlier version. */
export function placeOf(version: number, index = 0) {
  return version * PLACES_PER_VERSION + index
}

export type ProductWritesDeps = ShopTables & { mirror: CatalogueMirror; now: () => Date }

/** Each one transaction: the product, the count of changes and its audit row, as long as nobody came between. */
export function createProductWrites({ client, tables, mirror, now }: ProductWritesDeps): Writes {
  async function write(seen: CatalogueItem, product: TransactItem, audited: Audited, mark: ChangeMark) {
    const { products_id } = audited
    await transact(client, [
      product,
      catalogueWrite(tables.purchases, seen, products_id, now()),
      {
        name: 'audit',
        write: {
          Put: {
            TableName: tables.purchases,
            Item: auditItem({ ...audited, ...mark }, seen.version + 1),
          },
        },
      },
    ])
    mirror.outdate()
  }

  return {
    create: (product, mark) =>
      withRetries(async () => {
        const seen = await mirror.latest()
        const { products_id, id = products_id } = product
        if (mirror.find(products_id) || mirror.find(id)) throw productExists()
        const put: TransactItem = {
          name: 'product',
          write: {
            Put: {
              TableName: tables.products,
              Item: toProductItem({ position: placeOf(seen.version + 1), product }),
              ConditionExpression: 'attribute_not_exists(products_id)',
            },
          },
        }
        await write(seen, put, { action: 'create', products_id, changes: differences(null, product) }, mark)
      }),

    update: (id, fields, mark, ifVersion) =>
      withRetries(async () => {
        const seen = await mirror.latest()
        const before = mirror.find(id)
        if (!before) return null
        if (ifVersion !== undefined && ifVersion !== productVersion(before)) throw productChanged()
        const { product, changes } = changeProduct(before, fields, mark.at)
        if (product === before) return before

        const { products_id } = product
        const position = mirror.place(products_id)?.position ?? 0
        const put: TransactItem = {
          name: 'product',
          write: {
            Put: {
              TableName: tables.products,
              Item: toProductItem({ position, product }),
              ...sameStock(before),
            },
          },
        }
        await write(seen, put, { action: 'update', products_id, changes }, mark)
        return product
      }),

    remove: (id, mark) =>
      withRetries(async () => {
        const seen = await mirror.latest()
        const product = mirror.find(id)
        if (!product) return null
        const { products_id } = product
        const deletion: TransactItem = {
          name: 'product',
          write: {
            Delete: { TableName: tables.products, Key: { products_id }, ...sameStock(product) },
          },
        }
        const changes = differences(product, null)
        await write(seen, deletion, { action: 'delete', products_id, changes }, mark)
        return product
      }),

    async audit(productsId) {
      const items = await queryItems(client, {
        TableName: tables.purchases,
        KeyConditionExpression: 'pk = :product',
        ExpressionAttributeValues: { ':product': auditKey(productsId) },
        ConsistentRead: true,
      })
      return items.map(({ pk: _pk, sk: _sk, ...audit }) => audit as unknown as ProductAudit)
    },
  }
}

function auditKey(productsId: string) {
  return `audit#${productsId}`
}

/** Entries of a product are in the order of their numbers. */
export function auditItem(audit: ProductAudit, entry: number): Item {
  return { pk: auditKey(audit.products_id), sk: String(entry).padStart(12, '0'), ...audit }
}
