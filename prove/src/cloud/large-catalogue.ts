import { randomUUID } from 'node:crypto'
import { createTables } from '@nashta/dynamodb/create-tables'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import {
  packSnapshot,
  type SnapshotEntry,
  unpackSnapshot,
} from '@nashta/shop-api/adapters/dynamodb/catalogue/catalogue-snapshot'
import { newProductItems } from '@nashta/shop-api/adapters/dynamodb/catalogue/product-items'
import {
  createDynamoProductStore,
  type DynamoProductStore,
} from '@nashta/shop-api/adapters/dynamodb/catalogue/product-store'
import { toStockShard } from '@nashta/shop-api/adapters/dynamodb/stock/stock-items'
import { shopTableDefinitions } from '@nashta/shop-api/adapters/dynamodb/tables'
import { aProduct } from '@nashta/shop-api/catalogue/product.fixture'
import type { ProofContext } from '../proof-context.ts'
import type { Proof } from '../proof.ts'
import { connect, whyNoDynamoDbLocal } from './cloud-shop.ts'

/** Of CPU time: a busy machine makes a start longer, but it does not need much more of that. */
const START_CPU_MS_MAX = 3000
const STOCK_CHANGE_MS_MAX = 1
const STOCK_CHANGES = 500
const STOCK = 200

export const largeCatalogue: Proof = {
  id: 'C10',
  test: 'A process with a large catalogue starts from its snapshot, and the stock of its products changes',
  sizes: { quick: 100_000, short: 100_000, nightly: 200_000 },
  unit: 'products',
  async run(context, size) {
    const openStore = await prepareSnapshot(context, size)
    const before = process.cpuUsage()
    const store = openStore()
    const listed = (await store.list()).length
    const { user, system } = process.cpuUsage(before)
    const startMs = (user + system) / 1000
    if (listed !== size) throw new Error(`${listed} of ${size} products were there after the start`)
    if (startMs > START_CPU_MS_MAX) throw new Error(`the start took ${Math.round(startMs)} ms of CPU time`)

    const changeMs = await measureStockChanges(store, size)
    await store.close()
    if (changeMs > STOCK_CHANGE_MS_MAX) throw new Error(`a change of stock took ${changeMs.toFixed(2)} ms`)
    return `started in ${Math.round(startMs)} ms of CPU time; a change of stock took ${changeMs.toFixed(3)} ms, the median of ${STOCK_CHANGES}`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'a process does not read the snapshot',
      file: 'apps/shop-api/src/adapters/dynamodb/catalogue/catalogue-mirror.ts',
      from: 'if (!catalogue && snapshots) await loadSnapshot(startedAt)',
      to: 'if (!catalogue && snapshots) void loadSnapshot',
    },
    {
      what: 'every change reads the whole catalogue',
      file: 'apps/shop-api/src/adapters/dynamodb/catalogue/catalogue-mirror.ts',
      from: 'if (!missedIds) {',
      to: 'if (missedIds?.length !== 0) {',
    },
  ],
}

/**
 * Writes a snapshot of a catalogue with `size` products. Returns a function that opens the product
 * store as a process does at its start.
 */
async function prepareSnapshot(context: ProofContext, size: number) {
  const local = await startDynamoDbLocal({ sharedDb: true })
  context.atEnd(() => local.stop())
  const client = connect(local.endpoint)
  const tables = { products: 'products', carts: 'carts', purchases: 'purchases' }
  await createTables(client, shopTableDefinitions(tables))
  const writtenSnapshots: Uint8Array[] = []
  const snapshots = {
    read: async () => writtenSnapshots.at(-1) ?? null,
    async write(bytes: Uint8Array) {
      writtenSnapshots.push(bytes)
    },
  }
  const openStore = () =>
    createDynamoProductStore({ client, tables, now: () => new Date(), newId: randomUUID, snapshots })
  const first = openStore()
  await first.fillIfEmpty([aProduct({ products_id: 'p0', stock: STOCK })])
  await first.writeSnapshot()
  await first.close()
  const [written] = writtenSnapshots
  const small = written && (await unpackSnapshot(written))
  if (!small) throw new Error('no snapshot was written')
  // Only the snapshot is large. A start from a snapshot does not read the products table, and
  // filling that table would take many minutes.
  await snapshots.write(await packSnapshot(small.head, entriesOf(size, small.head.version)))
  return openStore
}

function* entriesOf(size: number, catalogueItemVersion: number): Generator<SnapshotEntry> {
  for (let position = 0; position < size; position += 1) {
    const product = aProduct({ products_id: `p${position}`, name: `Snack ${position}`, stock: STOCK })
    const [item, ...stock] = newProductItems({ position, product }, catalogueItemVersion)
    yield { item, stock: stock.map(toStockShard) }
  }
}

/** Changes stock and reads each change. Returns the median duration in milliseconds. */
async function measureStockChanges(store: DynamoProductStore, size: number): Promise<number> {
  const durations: number[] = []
  let latest = store.latestChange().any
  for (let change = 0; change < STOCK_CHANGES; change += 1) {
    // A prime step spreads the changes over the catalogue.
    const [shard] = store.stockOf(`p${(change * 7919) % size}`)
    if (!shard) throw new Error('a product has no stock')
    const started = performance.now()
    store.publishStock([{ ...shard, units: shard.units - 1, version: shard.version + 1 }])
    const changes = await store.changesSince(latest)
    durations.push(performance.now() - started)
    if ((await Array.fromAsync(changes.products)).length === 0)
      throw new Error('a change of stock was not seen')
    latest = changes.latest.any
  }
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0
}
