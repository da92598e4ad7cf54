import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { processCount, whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import { startDynamoDbFleet } from '../fleet/dynamodb-fleet.ts'
import { callFleet, type Fleet, fleetOrder } from '../fleet/fleet.ts'
import { startSqliteFleet } from '../fleet/sqlite-fleet.ts'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Mutation, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { startMailServer } from './mail-server.ts'
import { purchaseIdOrError } from './shop-calls.ts'

/**
 * `ordersPerKill` orders are placed between two kills, `atOnce` of them at once. When no mail has come
 * for `quietMs`, none will.
 */
type Load = { kills: number; ordersPerKill: number; atOnce: number; quietMs: number }

const SQLITE_LOAD = { ordersPerKill: 120, atOnce: 8, quietMs: 30_000 }
/** Another process sends the mails of a killed one, after the killed one's leases on them have ended. */
const DYNAMODB_LOAD = { ordersPerKill: 6, atOnce: 4, quietMs: 240_000 }
/** A kill waits at most this long for the next mail. */
const NEXT_MAIL_MAX_MS = 5000
const POLL_MS = 100

const earlyMutation: Mutation = {
  what: 'a mail counts as sent before the server has accepted it',
  file: 'packages/outbox/src/relay.ts',
  from: 'await withTimeout(topic.deliver(entries), topic.timeoutMs)',
  to: 'await outbox.complete(entries, now())\n      await withTimeout(topic.deliver(entries), topic.timeoutMs)',
}

export const mailOfEveryOrder: Proof = {
  id: 'R10',
  test: 'The store is killed while it sends order mails, and the mail server closes connections',
  sizes: { quick: 2, short: 15, nightly: 100 },
  unit: 'kills',
  run: (context, kills) =>
    killWhileMailing(context, { ...SQLITE_LOAD, kills }, (url) =>
      // The shoppers read their codes in the mailbox, which a store with a mail server does not have.
      startSqliteFleet(context, { SMTP_URL: url, MAIL_FROM: 'hello@snacks.example' }),
    ),
  mutations: [
    earlyMutation,
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

const CLOUD_SIZES = { quick: 2, short: 10, nightly: 60 }

export const cloudMailOfEveryOrder: Proof = {
  id: 'C8',
  test: 'One of several processes on DynamoDB is killed while it sends order mails, and the mail server closes connections',
  sizes: CLOUD_SIZES,
  unit: 'kills',
  run: (context, kills) =>
    killWhileMailing(context, { ...DYNAMODB_LOAD, kills }, (smtpUrl) =>
      startDynamoDbFleet(context, { processes: processCount(kills, CLOUD_SIZES), smtpUrl }),
    ),
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    earlyMutation,
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

async function killWhileMailing(
  context: ProofContext,
  { kills, ordersPerKill, atOnce, quietMs }: Load,
  start: (smtpUrl: string) => Promise<Fleet>,
) {
  const mailServer = await startMailServer()
  context.atEnd(() => mailServer.close())
  const fleet = await start(mailServer.url)
  /** A process that has just started may be busy too. */
  const isBusy = (status: number) => status === 503 || fleet.isBusy(status)
  const total = kills * ordersPerKill
  let placed = 0
  await runConcurrently(total, atOnce, async (index) => {
    const shopper = fleet.shopperAt(index)
    const order = { method: 'POST', path: `/purchases/${shopper.userId}`, body: fleetOrder(fleet) }
    const response = await callFleet({ isBusy }, fleet.urls, index, shopper, { ...order, key: randomUUID() })
    if (response.status !== 201) throw new Error(`an order got ${purchaseIdOrError(response)}`)
    placed += 1
    if (placed % ordersPerKill !== 0) return
    const kill = placed / ordersPerKill
    // Every second kill comes when the server has a mail but its sender has no reply yet. Before the
    // other kills, the server closes its connections.
    if (kill % 2 === 0) await Promise.race([mailServer.nextAccepted(), sleep(NEXT_MAIL_MAX_MS)])
    else mailServer.hangUp()
    await fleet.replace(kill)
  })
  // An order mail has a line such as `Order 01J…`, which names its order. A mail to the operator has none.
  const orderMails = () =>
    mailServer.received.flatMap(({ text, messageId }) => {
      const orderId = /^Order (\S{20,})$/m.exec(text)?.[1]
      return orderId === undefined ? [] : [{ orderId, messageId }]
    })
  const mailsByOrder = () => Map.groupBy(orderMails(), ({ orderId }) => orderId)
  let received = 0
  for (let quietFor = 0; mailsByOrder().size < total && quietFor < quietMs; quietFor += POLL_MS) {
    if (mailServer.received.length > received) quietFor = 0
    received = mailServer.received.length
    await sleep(POLL_MS)
  }

  const { orderIds } = await fleet.readBalance()
  const mails = mailsByOrder()
  /** Every attempt to send a mail has the same Message-ID. */
  const countDifferentMails = (id: string) => new Set(mails.get(id)?.map(({ messageId }) => messageId)).size
  expectFigures({
    orders: [orderIds.length, total],
    'orders without a mail': [orderIds.filter((id) => countDifferentMails(id) === 0).length, 0],
    'orders with mails that differ': [orderIds.filter((id) => countDifferentMails(id) > 1).length, 0],
    'orders named in mails': [mails.size, total],
  })
  const resent = orderMails().length - total
  return `${total} orders over ${kills} kills, each with its mail; ${resent} sent again with the same Message-ID`
}
