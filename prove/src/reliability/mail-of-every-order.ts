import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { donutOrder, createShoppers, itemAt } from '../shopper.ts'
import { runLoadWithKills } from './load-with-kills.ts'
import { startMailServer } from './mail-server.ts'
import { startRestartableStore } from './restartable-store.ts'
import { purchaseIdOrError } from './shop-calls.ts'

const SHOPPERS = 8
const ORDERS_BEFORE_KILL = { min: 50, max: 200 }
/** The mail server closes its connections at random, about once in this many orders. */
const ORDERS_PER_HANG_UP = 100
/** A kill waits at most this long for the next mail. */
const MAIL_WAIT_MAX_MS = 5000
const POLL_MS = 50
const POLLS_MAX = 120_000 / POLL_MS

export const mailOfEveryOrder: Proof = {
  id: 'R10',
  test: 'The store is killed while it sends order mails, and the mail server closes connections',
  sizes: { quick: 2, short: 15, nightly: 100 },
  unit: 'kills',
  async run(context, size) {
    const mailServer = await startMailServer()
    context.atEnd(() => mailServer.close())
    const store = await startRestartableStore(context)
    // A sign-up reads its code from the mailbox, which a store with a mail server does not have. So
    // the shoppers sign up before the restart.
    const shoppers = await createShoppers(store.url, SHOPPERS)
    const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'hello@snacks.example' }
    await store.restart(settings)

    await runLoadWithKills(store, {
      clients: SHOPPERS,
      kills: size,
      settings,
      responsesBeforeKill: () => randomInt(ORDERS_BEFORE_KILL.min, ORDERS_BEFORE_KILL.max),
      // Every second kill comes at the worst moment: the mail server has accepted a mail, but the
      // store has no reply yet.
      beforeKill: (kill) =>
        kill % 2 === 0 && Promise.race([mailServer.nextAccepted(), wait(MAIL_WAIT_MAX_MS)]),
      async request(client) {
        if (randomInt(ORDERS_PER_HANG_UP) === 0) mailServer.hangUp()
        const { call, userId } = itemAt(shoppers, client)
        const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
        const response = await call('POST', `/purchases/${userId}`, donutOrder(1), headers)
        if (response.status !== 201) throw new Error(`an order got ${purchaseIdOrError(response)}`)
      },
    })
    await waitUntilMailsAreSent(store.dataFolder)

    const orders = readShopFile<{ purchaseId: string }>(store.dataFolder, 'SELECT purchaseId FROM orders')
    const mailsByOrder = Map.groupBy(mailServer.received, ({ text }) => /^Order (\S{20,})$/m.exec(text)?.[1])
    /** Every attempt to send a mail has the same Message-ID. */
    const messageIdsOf = (order: string) =>
      new Set((mailsByOrder.get(order) ?? []).map(({ messageId }) => messageId))
    expectFigures({
      'orders without a mail': [
        orders.filter(({ purchaseId }) => messageIdsOf(purchaseId).size === 0).length,
        0,
      ],
      'orders with mails that differ': [
        orders.filter(({ purchaseId }) => messageIdsOf(purchaseId).size > 1).length,
        0,
      ],
      'orders named in mails': [mailsByOrder.size, orders.length],
    })
    const resent = mailServer.received.length - orders.length
    return `${orders.length} orders, each with its mail; ${resent} sent again with the same Message-ID`
  },
  mutations: [
    {
      what: 'a mail counts as sent before the server has accepted it',
      file: 'packages/outbox/src/relay.ts',
      from: 'await withTimeout(topic.deliver(entries), topic.timeoutMs)',
      to: 'await outbox.complete(entries, now())\n      await withTimeout(topic.deliver(entries), topic.timeoutMs)',
    },
    {
      what: 'every attempt of a mail has its own Message-ID',
      file: 'packages/mail/src/mail.ts',
      from: "hash('sha256', key)",
      to: "hash('sha256', key + performance.now())",
    },
    {
      what: 'the mail of an order is not in its transaction',
      file: 'apps/shop-api/src/sqlite-storage.ts',
      from: 'addEntries(entriesOf.mail(...mail))',
      to: 'void setTimeout(() => void database.write(() => addEntries(entriesOf.mail(...mail))), 50)',
    },
  ],
}

async function waitUntilMailsAreSent(dataFolder: string) {
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const [outbox] = readShopFile<{ pending: number }>(
      dataFolder,
      `SELECT count(*) AS pending FROM outbox WHERE topic = 'mail' AND state = 'pending'`,
    )
    if (outbox?.pending === 0) return
    await wait(POLL_MS)
  }
  throw new Error('mails are still pending')
}
