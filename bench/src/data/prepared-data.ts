import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { openShopDatabase } from '@nashta/shop-api/adapters/sqlite/open-shop-database'
import { createSqliteProductStore } from '@nashta/shop-api/adapters/sqlite/product-store'
import type { ProductRecord } from '@nashta/shop-api/catalogue/product-store'
import { startMeasured, storeProgram } from '../processes/measured-process.ts'
import { createFolder, removeFolder } from './folders.ts'
import { generateCatalogue, STOCK, withFacts } from './generated-catalogue.ts'
import { generateOrders } from './generated-orders.ts'

/** The store hashes one password per core at a time, so more accounts at once would only wait. */
const ACCOUNTS_AT_ONCE = 8
/** Access tokens are valid for an hour. A row may need them for the other half hour. */
const TOKENS_FRESH_MS = 30 * 60 * 1000

export type DataSize = {
  products: number
  shoppers?: number
  orders?: number
  /** Whether products have diets, allergens, makers and packs. */
  facts?: boolean
}
/** The demo catalogue of the commit in the folder `root`. Its store fills its data folder itself. */
export type DemoData = { root: string; shoppers: number }

type Account = { email: string; password: string; userId: string; accessToken: string }

type PreparedData = {
  /** A data folder for the store. */
  folder: string
  accounts: Account[]
  signedInAt: number
}

export type PrepareData = (data: DataSize | DemoData) => Promise<PreparedData>

/** Prepares each data folder once for all rows. A row copies the folder that it needs. */
export function createPreparedData() {
  const prepared = new Map<string, Promise<PreparedData>>()
  const folders: string[] = []

  function prepareOnce(wanted: Required<DataSize> | DemoData): Promise<PreparedData> {
    const key = JSON.stringify(wanted)
    const existing = prepared.get(key)
    if (existing) return existing
    const data = prepare(wanted)
    prepared.set(key, data)
    return data
  }

  function prepare(wanted: Required<DataSize> | DemoData) {
    if ('root' in wanted) return prepareDemo(wanted)
    return wanted.orders > 0 ? prepareWithOrders(wanted) : prepareWithoutOrders(wanted)
  }

  async function prepareDemo({ root, shoppers }: DemoData): Promise<PreparedData> {
    const folder = createFolder()
    folders.push(folder)
    const accounts = await withStore(folder, root, (url) => signUpAll(url, shoppers))
    countStock(folder)
    return { folder, accounts, signedInAt: Date.now() }
  }

  async function prepareWithoutOrders({
    products,
    shoppers,
    facts,
  }: Required<DataSize>): Promise<PreparedData> {
    const folder = createFolder()
    folders.push(folder)
    const catalogue = generateCatalogue(products)
    await fillCatalogue(folder, facts ? withFacts(catalogue) : catalogue)
    const accounts = shoppers > 0 ? await withStore(folder, undefined, (url) => signUpAll(url, shoppers)) : []
    return { folder, accounts, signedInAt: Date.now() }
  }

  /** Adds orders to a copy of the data without orders. */
  async function prepareWithOrders(size: Required<DataSize>): Promise<PreparedData> {
    const base = await prepareOnce({ ...size, orders: 0 })
    const folder = createFolder()
    folders.push(folder)
    cpSync(base.folder, folder, { recursive: true })
    generateOrders(
      folder,
      size.orders,
      base.accounts.map(({ userId }) => userId),
    )
    return { ...base, folder }
  }

  const prepareData: PrepareData = async (wanted) => {
    const root = 'root' in wanted ? wanted.root : undefined
    const data = await prepareOnce(
      'root' in wanted ? wanted : { shoppers: 0, orders: 0, facts: false, ...wanted },
    )
    if (data.accounts.length > 0 && Date.now() - data.signedInAt > TOKENS_FRESH_MS) {
      data.accounts = await withStore(data.folder, root, (url) => signInAll(url, data.accounts))
      data.signedInAt = Date.now()
    }
    return data
  }

  function removeFolders() {
    for (const folder of folders) removeFolder(folder)
  }

  return { prepareData, removeFolders }
}

/** Fills the shop's database. The store loads its demo catalogue only into an empty one. */
async function fillCatalogue(folder: string, products: readonly ProductRecord[]) {
  const database = openShopDatabase(folder, () => new Date())
  try {
    await createSqliteProductStore(database).fillIfEmpty(products)
  } finally {
    await database.close()
  }
}

/** Gives the first product by id a stock, so that purchases update it. The others stay unlimited. */
function countStock(folder: string) {
  const database = new DatabaseSync(join(folder, 'shop.sqlite'))
  database
    .prepare('UPDATE products SET stock = ? WHERE productsId = (SELECT min(productsId) FROM products)')
    .run(STOCK)
  database.close()
}

async function withStore<Result>(
  folder: string,
  root: string | undefined,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const store = await startMeasured(storeProgram(folder, {}, root))
  try {
    return await use(store.url)
  } finally {
    await store.stop()
  }
}

function signUpAll(url: string, count: number) {
  return mapInBatches(Array.from({ length: count }), () => signUpShopper(url))
}

function signInAll(url: string, accounts: readonly Account[]) {
  return mapInBatches(accounts, async (account) => ({ ...account, ...(await signIn(url, account)) }))
}

async function mapInBatches<Item, Result>(items: readonly Item[], map: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += ACCOUNTS_AT_ONCE) {
    const batch = items.slice(start, start + ACCOUNTS_AT_ONCE)
    results.push(...(await Promise.all(batch.map((item) => map(item)))))
  }
  return results
}
