import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { donuts, type Shopper, shoppersAt } from '../shopper.ts'
import { orderIn } from './answers.ts'
import { killUnderLoad } from './kill-under-load.ts'
import { startLastingStore } from './lasting-store.ts'
import { startMailServer } from './mail-server.ts'

const SHOPPERS = 8
const ORDERS_BEFORE_KILL = { min: 50, max: 200 }
const HANG_UPS_AMONG = 100
const WORST_MOMENT_MAX_MS = 5000
const LOOK_EVERY_MS = 50
const LOOKS_MAX = 2400

export const mailOfEveryOrder: Proof = {
  id: 'R10',
  test: 'The store is killed while it sends the mails of its orders, and the mail server hangs up',
  sizes: { quick: 2, short: 15, nightly: 100 },
  unit: 'kills',
  async run(scene, size) {
    const mailServer = await startMailServer()
    scene.atEnd(() => mailServer.close())
    const store = await startLastingStore(scene)
    // Codes of sign-ups are read from the mailbox, which a store with a mail server does not have.
    const shoppers = await shoppersAt(store.url, SHOPPERS)
    const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'hello@snacks.example' }
    await store.restart(settings)

    await killUnderLoad(store, {
      clients: SHOPPERS,
      kills: size,
      settings,
      answersBeforeKill: () => randomInt(ORDERS_BEFORE_KILL.min, ORDERS_BEFORE_KILL.max),
      // Every other time at the worst moment there is.
      beforeKill: (kill) =>
        kill % 2 === 0 && Promise.race([mailServer.nextKept(), wait(WORST_MOMENT_MAX_MS)]),
      async request(client) {
        if (randomInt(HANG_UPS_AMONG) === 0) mailServer.hangUp()
        const { call, userId } = shoppers[client] as Shopper
        const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
        const answer = await call('POST', `/purchases/${userId}`, donuts(1), headers)
        if (answer.status !== 201) throw new Error(`an order was answered ${orderIn(answer)}`)
      },
    })
    await untilAllLeft(store.dataFolder)

    const orders = readShopFile<{ purchaseId: string }>(store.dataFolder, 'SELECT purchaseId FROM orders')
    const ids = Map.groupBy(mailServer.received, ({ text }) => /^Order (\S{20,})$/m.exec(text)?.[1])
    const mailsOf = (order: string) => ids.get(order) ?? []
    const distinct = (order: string) => new Set(mailsOf(order).map(({ messageId }) => messageId)).size
    expectFigures({
      'orders without a mail': [
        orders.filter(({ purchaseId }) => mailsOf(purchaseId).length === 0).length,
        0,
      ],
      'orders with mails that differ': [
        orders.filter(({ purchaseId }) => distinct(purchaseId) > 1).length,
        0,
      ],
      'orders that mails speak of': [[...ids.keys()].length, orders.length],
    })
    const again = mailServer.received.length - orders.length
    return `${orders.length} orders, each with its mail; ${again} sent again under the same Message-ID`
  },
  mutations: [
    {
      what: 'a mail counts as sent before it is',
      file: 'packages/outbox/src/relay.ts',
      from: 'await withTimeout(topic.deliver(entries), topic.timeoutMs)',
      to: 'await outbox.complete(entries, now())\n      await withTimeout(topic.deliver(entries), topic.timeoutMs)',
    },
    {
      what: 'every try of a mail has a Message-ID of its own',
      file: 'packages/mail/src/mail.ts',
      from: "hash('sha256', key)",
      to: "hash('sha256', key + performance.now())",
    },
    {
      what: 'the mail of an order is kept a moment after it',
      file: 'apps/shop-api/src/sqlite-shop-api.ts',
      from: 'if (mail) outbox.add(mail)',
      to: 'if (mail) setTimeout(() => void database.write(() => outbox.add(mail)), 50)',
    },
  ],
}

async function untilAllLeft(dataFolder: string) {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const [outbox] = readShopFile<{ pending: number }>(
      dataFolder,
      `SELECT count(*) AS pending FROM outbox WHERE topic = 'mail' AND state = 'pending'`,
    )
    if (outbox?.pending === 0) return
    await wait(LOOK_EVERY_MS)
  }
  throw new Error('mails are still pending')
}
