import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'
import { changeProduct, differences } from '../../catalogue/admin/product-audit.ts'
import {
  type ChangeMark,
  productChanged,
  productExists,
  type ProductAudit,
  type ProductStore,
} from '../../catalogue/product-store.ts'
import { productVersion } from '../../catalogue/product.ts'
import { type CatalogueItem, catalogueWrite } from './catalogue-item.ts'
import type { CatalogueMirror } from './catalogue-mirror.ts'
import { sameStock, toProductItem } from './product-items.ts'
import type { ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove' | 'audit'>
type Audited = Omit<ProductAudit, keyof ChangeMark>

const auditSchema = z.object({
  action: z.enum(['create', 'update', 'delete']),
  products_id: z.string(),
  at: z.string(),
  by: z.object({ sub: z.string(), username: z.string() }),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})

/** Room for a whole catalogue between the positions of two versions. */
const POSITIONS_PER_VERSION = 1_000_000

/** After every product that an earlier version added. */
export function positionOf(version: number, index = 0) {
  return version * POSITIONS_PER_VERSION + index
}

export type ProductWritesDeps = ShopTables & { mirror: CatalogueMirror; now: () => Date }

/** Each change is one transaction of the product, the catalogue item and the audit row. It is retried when another process was first. */
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
    mirror.markStale()
    // The change is stored: an error of this read must not report it as failed. The next read repeats it.
    await mirror.refresh().catch(() => {})
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
              Item: toProductItem({ position: positionOf(seen.version + 1), product }),
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
      return items.map((item) => z.parse(auditSchema, item))
    },
  }
}

function auditKey(productsId: string) {
  return `audit#${productsId}`
}

/** Sorted by entry number within one product. */
export function auditItem(audit: ProductAudit, entry: number): Item {
  return { pk: auditKey(audit.products_id), sk: String(entry).padStart(12, '0'), ...audit }
}
