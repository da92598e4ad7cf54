import { setTimeout as sleep } from 'node:timers/promises'
import { scanItems } from '@nashta/dynamodb/read-items'
import { expectFigures, type Proof } from '../proof.ts'
import { startMailServer } from '../reliability/mail-server.ts'
import { inParallel, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { fillTables, orderUntilPlaced, type ShopProcess, startShopProcess } from './shop-processes.ts'

const ORDERS_PER_KILL = 6
const AT_ONCE = 4
const POLL_MS = 100
/** A kill waits at most this long for the next mail. */
const NEXT_MAIL_MAX_MS = 5_000
/**
 * How long the proof waits for all mails. Another process sends the mails of a killed one, but only
 * after the killed process's leases on them have ended.
 */
const MAILS_TIMEOUT_MS = 240_000
const SIZES = { quick: 2, short: 10, nightly: 60 }

export const cloudMailOfEveryOrder: Proof = {
  id: 'C8',
  test: 'One of several processes on DynamoDB is killed while it sends order mails, and the mail server closes connections',
  sizes: SIZES,
  unit: 'kills',
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const mailServer = await startMailServer()
    context.atEnd(() => mailServer.close())
    const cloud = await fillTables(context, { products: 1 })
    const start = () => startShopProcess(context, cloud, { smtpUrl: mailServer.url })
    const processes: ShopProcess[] = []
    for (let index = 0; index < processTotal; index += 1) processes.push(await start())
    let placed = 0
    let kills = 0

    await inParallel(size * ORDERS_PER_KILL, AT_ONCE, async (order) => {
      await orderUntilPlaced(processes, order)
      placed += 1
      if (placed % ORDERS_PER_KILL !== 0) return
      const victim = kills % processTotal
      kills += 1
      // Every second kill comes when the server has a mail but its sender has no reply yet. Before
      // the other kills, the server closes its connections.
      if (kills % 2 === 0) await Promise.race([mailServer.nextAccepted(), sleep(NEXT_MAIL_MAX_MS)])
      else mailServer.hangUp()
      processes[victim]?.kill()
      processes[victim] = await start()
    })
    // An order mail has a line such as `Order 01J…`, which names its order.
    const mailsByOrder = () =>
      Map.groupBy(mailServer.received, ({ text }) => /^Order (\S{20,})$/m.exec(text)?.[1])
    const until = Date.now() + MAILS_TIMEOUT_MS
    while (mailsByOrder().size < placed && Date.now() < until) await sleep(POLL_MS)
    for (const { kill } of processes) kill()

    const items = await scanItems(cloud.direct, cloud.tables.purchases)
    const ids = items.flatMap(({ sk }) => /^order#(.*)$/.exec(String(sk))?.[1] ?? [])
    const mails = mailsByOrder()
    const countDifferentMails = (id: string) => {
      const messageIds = mails.get(id)?.map(({ messageId }) => messageId)
      return new Set(messageIds).size
    }
    expectFigures({
      orders: [ids.length, placed],
      'orders without a mail': [ids.filter((id) => countDifferentMails(id) === 0).length, 0],
      'orders with mails that differ': [ids.filter((id) => countDifferentMails(id) > 1).length, 0],
      'orders named in mails': [mails.size, placed],
    })
    const resent = mailServer.received.length - placed
    return `${placed} orders over ${kills} kills, each with its mail; ${resent} sent again with the same Message-ID`
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
      file: 'apps/shop-api/src/dynamodb-storage.ts',
      from: 'entriesOf.mail(...mail).map((entry) => outbox.entryWrite(entry))',
      to: `entriesOf.mail(...mail).flatMap((entry) => {
      setTimeout(() => void outbox.addEvent(entry), 2000)
      return []
    })`,
    },
  ],
}
