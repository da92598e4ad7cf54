import { randomUUID } from 'node:crypto'
import { createTables } from '@nashta/dynamodb/create-tables'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { transact } from '@nashta/dynamodb/transact'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import { expectFigures, type Proof } from '../proof.ts'
import { itemAt } from '../shopper.ts'
import { connect, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { startDynamoProxy } from './dynamodb-proxy/dynamodb-proxy.ts'

const TABLE = 'purchases'
const INDEX = 'byDue'
const RELAYS = 16
const MAILS_PER_SECOND_MIN = 600
const MAILS_PER_CLAIM = 8
const MAILS_PER_TRANSACTION = 20
/** One update claims a mail, one marks it as sent. */
const UPDATES_PER_MAIL = 2
/** A relay loses a claim when another relay claims the mail first. */
const LOST_CLAIMS_PER_MAIL_MAX = 0.2
const ROUNDS_MAX = 200
/** A relay renews its own lease this often, and learns of the other relays when it does. */
const RENEW_EVERY_MS = 5_000
/** The clock moves by this much in each round, because relays search seemingly empty queues only now and then. */
const ROUND_MS = 1_000
/** No lease of a mail ends before its relay has sent it. */
const MAIL_LEASE_MS = 120_000
/** Far above the limits of the service: this proof counts units, and no request is throttled. */
const LIMIT_FACTOR = 1e6

export const manyRelays: Proof = {
  id: 'C3',
  test: `${RELAYS} relays send the same backlog of mails from DynamoDB`,
  sizes: { quick: 128, short: 1000, nightly: 10_000 },
  unit: 'mails',
  async run(context, size) {
    const local = await startDynamoDbLocal({ sharedDb: true })
    context.atEnd(() => local.stop())
    const proxy = await startDynamoProxy({ target: local.endpoint, limitFactor: LIMIT_FACTOR })
    context.atEnd(() => proxy.stop())
    const client = connect(proxy.endpoint)
    await createTables(client, [
      {
        name: TABLE,
        key: { hash: 'pk', range: 'sk' },
        indexes: [{ name: INDEX, key: { hash: 'queue', range: 'due' }, include: ['leaseUntil'] }],
      },
    ])
    const clock = { now: new Date() }
    const outboxOptions = { client, table: TABLE, index: INDEX, now: () => clock.now }
    const openOutbox = () => createDynamoOutbox(outboxOptions)
    const relays = Array.from({ length: RELAYS }, openOutbox)
    const claim = (relay: ReturnType<typeof openOutbox>) =>
      relay.claim({
        topic: 'mail',
        limit: MAILS_PER_CLAIM,
        now: clock.now,
        leaseUntil: new Date(clock.now.getTime() + MAIL_LEASE_MS),
      })

    // In the first round the relays register, in the second each learns of all others.
    for (const relay of relays) await claim(relay)
    clock.now = new Date(clock.now.getTime() + RENEW_EVERY_MS)
    for (const relay of relays) await claim(relay)

    await addMails(size)
    proxy.ledger.reset()
    const sent = new Map<string, number>()
    let rounds = 0
    for (; sent.size < size && rounds < ROUNDS_MAX; rounds += 1) {
      clock.now = new Date(clock.now.getTime() + ROUND_MS)
      await Promise.all(
        relays.map(async (relay) => {
          const mails = await claim(relay)
          for (const { key } of mails) sent.set(key, (sent.get(key) ?? 0) + 1)
          await relay.complete(mails, clock.now)
        }),
      )
    }

    const updates = proxy.ledger.calls().find(({ call }) => call === 'UpdateItem')?.requests ?? 0
    const lostClaimsPerMail = updates / size - UPDATES_PER_MAIL
    const hottest = proxy.ledger.hottest(size)
    const rate = Math.round(hottest?.highestRate ?? 0)
    expectFigures({
      'mails sent': [sent.size, size],
      'mails sent twice': [[...sent.values()].filter((count) => count > 1).length, 0],
      [`claims lost for each mail, here ${lostClaimsPerMail.toFixed(2)}`]: [
        lostClaimsPerMail <= LOST_CLAIMS_PER_MAIL_MAX,
        true,
      ],
      [`mails a second that the hottest key allows, here ${rate} of ${hottest?.key}`]: [
        rate >= MAILS_PER_SECOND_MIN,
        true,
      ],
    })
    return `${size} mails, each once, in ${rounds} rounds of ${RELAYS} relays; ${lostClaimsPerMail.toFixed(2)} claims lost for each; the hottest key allows ${rate} a second`

    async function addMails(count: number) {
      // As in a shop with many processes, each adds mails of its own.
      for (let start = 0; start < count; start += MAILS_PER_TRANSACTION) {
        const outbox = itemAt(relays, (start / MAILS_PER_TRANSACTION) % RELAYS)
        const mails = Array.from({ length: Math.min(MAILS_PER_TRANSACTION, count - start) }, () =>
          outbox.entryWrite({
            topic: 'mail',
            kind: 'order-confirmed',
            key: randomUUID(),
            payload: 'Thank you',
          }),
        )
        await transact(client, mails)
      }
    }
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'every relay claims the same mails',
      file: 'packages/outbox/src/dynamodb-shards.ts',
      from: 'ownShards = allShards.filter((shard) => shard % relays.length === position)',
      to: 'ownShards = allShards.filter(() => position >= 0)',
    },
    {
      what: 'all mails have one queue',
      file: 'packages/outbox/src/dynamodb-outbox-items.ts',
      from: 'const QUEUES_PER_TOPIC = 64',
      to: 'const QUEUES_PER_TOPIC = 1',
    },
  ],
}
