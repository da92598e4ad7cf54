import { transact, type Write } from '@nashta/dynamodb/transact'
import { differences } from '../../audit.ts'
import { changeProduct, productLogEntry } from '../../catalogue/admin/change-product.ts'
import { productChanged, productExists, type ProductStore } from '../../catalogue/product-store.ts'
import { hasVersion } from '../../catalogue/product.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import { type CatalogueItem, catalogueWrite } from './catalogue-item.ts'
import type { CatalogueMirror } from './catalogue-mirror.ts'
import { logWrites } from './operator-log.ts'
import { stockUnchangedSince, toProductItem } from './product-items.ts'
import type { ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove'>

/** Filling a catalogue adds all its products in one version, so a version needs more positions than any catalogue. */
const POSITIONS_PER_VERSION = 1_000_000

/** The position of a product that this version of the catalogue item adds, after the products of earlier versions. */
export function positionOf(version: number, index = 0) {
  return version * POSITIONS_PER_VERSION + index
}

export type ProductWritesDeps = ShopTables & { mirror: CatalogueMirror; now: () => Date }

/**
 * A change is one transaction of the product, the catalogue item and the log entry. It is retried when another process
 * has changed the catalogue meanwhile.
 */
export function createProductWrites({ client, tables, mirror, now }: ProductWritesDeps): Writes {
  async function write(seen: CatalogueItem, productWrite: Write, entry: LogEntry) {
    await transact(client, [
      { name: 'product', write: productWrite },
      catalogueWrite(tables.purchases, seen, entry.subject, now()),
      ...logWrites(tables.purchases, entry, 'catalogue', seen.version + 1),
    ])
    await mirror.refreshAfterWrite()
  }

  return {
    create: (product, authorship) =>
      withRetries(async () => {
        const seen = await mirror.refreshNow()
        const { products_id, id = products_id } = product
        if (mirror.find(products_id) || mirror.find(id)) throw productExists()
        const position = positionOf(seen.version + 1)
        const put = {
          TableName: tables.products,
          Item: toProductItem({ position, product }),
          ConditionExpression: 'attribute_not_exists(products_id)',
        }
        const changes = differences(null, product)
        await write(seen, { Put: put }, productLogEntry('create', products_id, changes, authorship))
      }),

    update: (id, fields, authorship, ifVersion) =>
      withRetries(async () => {
        const seen = await mirror.refreshNow()
        const found = mirror.findWithPosition(id)
        if (!found) return null
        const { position, product: before } = found
        if (ifVersion !== undefined && !hasVersion(before, ifVersion)) throw productChanged()
        const { product, changes } = changeProduct(before, fields, authorship.at)
        const isUnchanged = product === before
        if (isUnchanged) return before

        const { products_id } = product
        const Item = toProductItem({ position, product })
        const put = { TableName: tables.products, Item, ...stockUnchangedSince(before) }
        await write(seen, { Put: put }, productLogEntry('update', products_id, changes, authorship))
        return product
      }),

    remove: (id, authorship) =>
      withRetries(async () => {
        const seen = await mirror.refreshNow()
        const product = mirror.find(id)
        if (!product) return null
        const { products_id } = product
        const deletion = { TableName: tables.products, Key: { products_id }, ...stockUnchangedSince(product) }
        const changes = differences(product, null)
        await write(seen, { Delete: deletion }, productLogEntry('delete', products_id, changes, authorship))
        return product
      }),
  }
}
