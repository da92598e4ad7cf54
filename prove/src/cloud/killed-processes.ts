import { setTimeout as sleep } from 'node:timers/promises'
import { expectFigures, type Proof } from '../proof.ts'
import { inParallel, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { fillTables, orderUntilPlaced, type ShopProcess, startShopProcess } from './shop-processes.ts'
import { readBalance } from './stock-balance.ts'

const ORDERS_PER_KILL = 8
const AT_ONCE = 8
const STOCK = 1000
const POLL_MS = 100
const MAILS_TIMEOUT_MS = 180_000
const SIZES = { quick: 2, short: 15, nightly: 100 }

export const killedProcesses: Proof = {
  id: 'C4',
  test: 'Several processes on DynamoDB take orders of counted stock, and one of them is killed again and again',
  sizes: SIZES,
  unit: 'kills',
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const cloud = await fillTables(context, { products: 1, stock: STOCK })
    /** How often each mail was sent, by its message id. */
    const mails = new Map<string, number>()
    const processes: ShopProcess[] = []
    let orders = 0
    let kills = 0
    function startProcess() {
      return startShopProcess(context, cloud, {
        onMail: (messageId) => mails.set(messageId, (mails.get(messageId) ?? 0) + 1),
      })
    }
    for (let index = 0; index < processTotal; index += 1) processes.push(await startProcess())

    await inParallel(size * ORDERS_PER_KILL, AT_ONCE, async (order) => {
      await orderUntilPlaced(processes, order)
      orders += 1
      if (orders % ORDERS_PER_KILL !== 0) return
      const victim = kills % processTotal
      kills += 1
      processes[victim]?.kill()
      processes[victim] = await startProcess()
    })
    const deadline = Date.now() + MAILS_TIMEOUT_MS
    while (mails.size < orders && Date.now() < deadline) await sleep(POLL_MS)
    const productLists = await Promise.all(processes.map(({ url }) => fetch(`${url}/api/products`)))
    for (const { kill } of processes) kill()

    const balance = await readBalance(cloud.direct, cloud.tables, 'p0')
    expectFigures({
      orders: [balance.orderIds.length, orders],
      charges: [balance.charges, orders],
      'mails that were queued': [balance.mails, orders],
      'mails that were sent': [mails.size, orders],
      'units left': [balance.unitsLeft, STOCK - orders],
      'sum of the history of the stock': [balance.historySum, STOCK - orders],
      'orders in the history': [balance.ordersInHistory, orders],
      'reservations left': [balance.reservations, 0],
      'product lists that are served': [productLists.every(({ status }) => status === 200), true],
    })
    const repeatedMails = [...mails.values()].reduce((sum, count) => sum + count - 1, 0)
    return `${orders} orders over ${kills} kills: none lost, none twice, each with its mail; ${repeatedMails} mails sent again under the same Message-ID; every unit accounted for, and explained by the history of the stock`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'the units that a killed process had reserved are lost',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/stock-reservation.ts',
      from: 'if (!missingLines.every(isListed)) await storeReservation(reservation, missingLines)',
      to: '',
    },
    {
      what: 'the history of a stock forgets what orders have taken',
      file: 'apps/shop-api/src/adapters/dynamodb/stock/stock-items.ts',
      from: 'units: -quantity,',
      to: 'units: 0,',
    },
  ],
}
