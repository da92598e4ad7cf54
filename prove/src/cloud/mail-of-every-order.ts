import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { scanItems } from '@nashta/dynamodb/read-items'
import { expectFigures, type Proof } from '../proof.ts'
import { startMailServer } from '../reliability/mail-server.ts'
import { inParallel, openCloudShop, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { orderAt, type ShopProcess, startShopProcess } from './shop-processes.ts'

const ORDERS_PER_KILL = 6
const AT_ONCE = 4
const TRIES_MAX = 200
const RETRY_MS = 100
const WORST_MOMENT_MAX_MS = 5_000
/** The mails of a killed process are sent by the other one when its leases have ended. */
const MAILS_TIMEOUT_MS = 240_000
const SIZES = { quick: 2, short: 10, nightly: 60 }

export const cloudMailOfEveryOrder: Proof = {
  id: 'C8',
  test: 'One of several processes on DynamoDB is killed while it sends order mails, and the mail server closes connections',
  sizes: SIZES,
  unit: 'kills',
  isSlow: true,
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const mailServer = await startMailServer()
    context.atEnd(() => mailServer.close())
    const cloud = await openCloudShop(context, { processes: 1, products: 1 })
    await cloud.close()
    const start = () => startShopProcess(context, cloud, { smtpUrl: mailServer.url })
    const processes: ShopProcess[] = []
    for (let index = 0; index < processTotal; index += 1) processes.push(await start())
    let placed = 0
    let kills = 0

    await inParallel(size * ORDERS_PER_KILL, AT_ONCE, async (order) => {
      await place(order)
      placed += 1
      if (placed % ORDERS_PER_KILL !== 0) return
      const victim = kills % processTotal
      kills += 1
      // Every second kill comes at the worst moment: the server has the mail, but its sender has no reply yet.
      if (kills % 2 === 0) await Promise.race([mailServer.nextAccepted(), sleep(WORST_MOMENT_MAX_MS)])
      else mailServer.hangUp()
      processes[victim]?.kill()
      processes[victim] = await start()
    })
    const mailsByOrder = () =>
      Map.groupBy(mailServer.received, ({ text }) => /^Order (\S{20,})$/m.exec(text)?.[1])
    const until = Date.now() + MAILS_TIMEOUT_MS
    while (mailsByOrder().size < placed && Date.now() < until) await sleep(RETRY_MS)
    for (const { kill } of processes) kill()

    const items = await scanItems(cloud.direct, cloud.tables.purchases)
    const ids = items.flatMap(({ sk }) => /^order#(.*)$/.exec(String(sk))?.[1] ?? [])
    const mails = mailsByOrder()
    const differentMails = (id: string) => new Set(mails.get(id)?.map(({ messageId }) => messageId)).size
    expectFigures({
      orders: [ids.length, placed],
      'orders without a mail': [ids.filter((id) => differentMails(id) === 0).length, 0],
      'orders with mails that differ': [ids.filter((id) => differentMails(id) > 1).length, 0],
      'orders named in mails': [mails.size, placed],
    })
    const resent = mailServer.received.length - placed
    return `${placed} orders over ${kills} kills, each with its mail; ${resent} sent again with the same Message-ID`

    async function place(order: number) {
      const shopper = `shopper-${order}`
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const process = processes[(order + tries) % processTotal]
        if (!process) throw new Error('no process is running')
        const { status } = await orderAt(process, shopper, { [IDEMPOTENCY_KEY_HEADER]: shopper })
        if (status === 201) return
        if (status !== null && status !== 409 && status !== 503) throw new Error(`an order got ${status}`)
        await sleep(RETRY_MS)
      }
      throw new Error(`order ${order} was not placed in ${TRIES_MAX} tries`)
    }
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'a mail counts as sent before the server has accepted it',
      file: 'packages/outbox/src/relay.ts',
      from: 'await withTimeout(topic.deliver(entries), topic.timeoutMs)',
      to: 'await outbox.complete(entries, now())\n      await withTimeout(topic.deliver(entries), topic.timeoutMs)',
    },
    {
      what: 'the mail of an order is not in its transaction',
      file: 'apps/shop-api/src/dynamodb-shop-api.ts',
      from: 'return mail ? [outbox.entryWrite(mail)] : []',
      to: 'if (mail) setTimeout(() => void outbox.addEvent(mail), 2000)\n      return []',
    },
  ],
}
