import { scanItems } from '@nashta/dynamodb/read-items'
import { ORDER_PREFIX, toStoredOrder } from '@nashta/shop-api/adapters/dynamodb/orders/order-items'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import { PRICE } from '../cloud/cloud-shop.ts'
import { OPERATOR_TOKEN } from '../cloud/shop-options.ts'
import { fillTables, startShopProcess } from '../cloud/shop-processes.ts'
import { readBalance } from '../cloud/stock-balance.ts'
import type { ProofContext } from '../proof-context.ts'
import { itemAt } from '../shopper.ts'
import { type Fleet, toCharge } from './fleet.ts'

/** More than the largest proof sells. */
const STOCK = 5000
/** 409: the same order is in flight in another process. 503: storage is busy. */
const BUSY_STATUSES = new Set([409, 503])
const ORDERED = 'p0'

type FleetOptions = { processes: number; smtpUrl?: string; settings?: StoreSettings }

/** Starts Shop APIs on DynamoDB Local. Each index has a shopper of its own, whose token is the id. */
export async function startDynamoDbFleet(
  context: ProofContext,
  { processes: total, ...options }: FleetOptions,
): Promise<Fleet> {
  const cloud = await fillTables(context, { products: 2, stock: STOCK })
  const start = () => startShopProcess(context, cloud, options)
  const processes = await Array.fromAsync({ length: total }, start)
  return {
    urls: () => processes.map(({ url }) => url),
    shopperAt: (index) => ({ userId: `shopper-${index}`, accessToken: `shopper-${index}` }),
    operator: { userId: OPERATOR_TOKEN, accessToken: OPERATOR_TOKEN },
    snacks: { ordered: { productId: ORDERED, price: PRICE }, other: { productId: 'p1', price: PRICE } },
    isBusy: (status) => BUSY_STATUSES.has(status),
    async replace(index) {
      const victim = index % total
      itemAt(processes, victim).kill()
      processes[victim] = await start()
    },
    setStorageFaults: (faults) => void Object.assign(cloud.proxy.faults, faults),
    async readHistory() {
      for (const { kill } of processes) kill()
      const items = await scanItems(cloud.direct, cloud.tables.purchases)
      return {
        orders: items.filter(isOrder).map(toTaken),
        charges: items.filter(({ sk }) => sk === 'charge').map(toStoredCharge),
        mails: items
          .filter(({ topic }) => topic === 'mail')
          .map(({ kind, key }) => ({ kind: String(kind), key: String(key) })),
      }
    },
    async readBalance() {
      for (const { kill } of processes) kill()
      const { unitsLeft, ...balance } = await readBalance(cloud.direct, cloud.tables, ORDERED)
      return { ...balance, unitsSold: STOCK - unitsLeft }
    },
  }
}

/** The links to the orders of a person have such sort keys, too. */
function isOrder({ sk, lines }: Record<string, unknown>) {
  return String(sk).startsWith(ORDER_PREFIX) && lines !== undefined
}

function toTaken(item: Record<string, unknown>) {
  const { purchaseId, taken } = toStoredOrder(item).order
  return { purchaseId, taken: [...taken] }
}

function toStoredCharge({ pk, record }: Record<string, unknown>) {
  return toCharge(String(pk).slice('charge#'.length), JSON.parse(String(record)))
}
