import type { StoreSettings } from '@nashta/store/store-process.fixture'
import { type ProofContext, readShopFile } from '../proof-context.ts'
import { startRestartableStore } from '../reliability/restartable-store.ts'
import { createAdmin, createShoppers, DONUT, itemAt } from '../shopper.ts'
import { type Fleet, toCharge } from './fleet.ts'

const SHOPPERS = 8

/** Starts the store. `settings` are not in force while the shoppers sign up. */
export async function startSqliteFleet(context: ProofContext, settings?: StoreSettings): Promise<Fleet> {
  const store = await startRestartableStore(context)
  const shoppers = await createShoppers(store.url, SHOPPERS)
  const operator = await createAdmin(store.url, store.dataFolder)
  const read = <Row>(sql: string) => readShopFile<Row>(store.dataFolder, sql)
  if (settings) await store.restart(settings)
  return {
    urls: () => [store.url],
    shopperAt: (index) => itemAt(shoppers, index),
    operator,
    snacks: { ordered: DONUT, other: { productId: 'chocolate-dark-70', price: 249 } },
    // 409: the process was killed while it charged this order. A browser repeats the call too.
    isBusy: (status) => status === 409,
    async replace() {
      await store.kill()
      await store.startAgain(settings)
    },
    setStorageFaults: () => {},
    async readBalance() {
      const orders = readShopFile<{ purchaseId: string }>(store.dataFolder, 'SELECT purchaseId FROM orders')
      const [counted] = readShopFile<{ charges: number; mails: number; unitsSold: number }>(
        store.dataFolder,
        `SELECT (SELECT count(*) FROM documents WHERE sk = 'charge' AND body ->> 'declined' IS NULL) AS charges,
          (SELECT count(*) FROM outbox WHERE topic = 'mail') AS mails,
          (SELECT sum(units) FROM sales WHERE productsId = '${DONUT.productId}') AS unitsSold`,
      )
      if (!counted) throw new Error('the file of the shop counts nothing')
      return { ...counted, orderIds: orders.map(({ purchaseId }) => purchaseId) }
    },
    async readHistory() {
      const orders = read<{ purchaseId: string; taken: string }>('SELECT purchaseId, taken FROM orders')
      const charges = read<{ pk: string; body: string }>("SELECT pk, body FROM documents WHERE sk = 'charge'")
      return {
        orders: orders.map(({ purchaseId, taken }) => ({ purchaseId, taken: JSON.parse(taken) })),
        charges: charges.map(({ pk, body }) => toCharge(pk.slice('charge#'.length), JSON.parse(body))),
        mails: read<{ kind: string; key: string }>("SELECT kind, key FROM outbox WHERE topic = 'mail'"),
      }
    },
  }
}
