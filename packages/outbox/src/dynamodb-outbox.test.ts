import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import {
  clientLosingResponse,
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  newTableName,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem, scanItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createDynamoOutbox } from './dynamodb-outbox.ts'
import { outboxStoreSuite } from './outbox-store.suite.ts'
import { aMail, anEventEntry } from './outbox.fixture.ts'
import type { OutboxEntry, TopicName } from './outbox.ts'
import { createPayloadCipher } from './payload-cipher.ts'

let client: Dynamo
let table: string
let clock: Date

async function connect() {
  client = await connectDynamoDbLocal()
}
async function makeTable() {
  clock = new Date('2026-01-01T00:00:00Z')
  table = newTableName('outbox')
  await createTables(client, [
    {
      name: table,
      key: { hash: 'pk', range: 'sk' },
      indexes: [{ name: 'byDue', key: { hash: 'queue', range: 'due' }, include: ['leaseUntil'] }],
    },
  ])
}

const create = (fields = {}) =>
  createDynamoOutbox({ client, table, index: 'byDue', now: () => clock, ...fields })
/** An outbox whose encryption key repeats one character. */
const createEncrypted = (keyCharacter: string) =>
  create({ cipher: createPayloadCipher(Buffer.alloc(32, keyCharacter)) })
const add = (outbox: ReturnType<typeof create>, ...entries: OutboxEntry[]) =>
  transact(
    client,
    entries.map((entry) => outbox.entryWrite(entry)),
  )
const LEASE_MS = 60_000
const claimUpTo = (limit: number, outbox: ReturnType<typeof create>, topic: TopicName = 'mail') =>
  outbox.claim({ topic, limit, now: clock, leaseUntil: new Date(clock.getTime() + LEASE_MS) })
/** Claims at most ten entries. */
const claimTen = (outbox: ReturnType<typeof create>, topic?: TopicName) => claimUpTo(10, outbox, topic)

/** So often, a claim looks into all queues. */
const SWEEP_EVERY_MS = 20_000

/** Claims at a time at which all queues are looked into. */
async function claimFromAllQueues(outbox: ReturnType<typeof create>, topic: TopicName) {
  clock = new Date(clock.getTime() + SWEEP_EVERY_MS)
  return claimTen(outbox, topic)
}

/** A client that fails at the commands, once `failAfter` was called and the calls it allows are used up. */
async function connectFailing(commands: RegExp) {
  const failing = await connectDynamoDbLocal()
  let callsLeft = Number.POSITIVE_INFINITY
  failing.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commands.test(commandName ?? '')) callsLeft -= 1
        if (callsLeft < 0) throw new Error('DynamoDB is down')
        return next(args)
      },
    { step: 'initialize' },
  )
  const failAfter = (calls: number) => {
    callsLeft = calls
  }
  return { failing, failAfter }
}

describeOnDynamoDbLocal('the DynamoDB outbox', () => {
  // Starting DynamoDB Local may take two minutes.
  beforeAll(connect, 150_000)
  beforeEach(makeTable)

  outboxStoreSuite(() => {
    const outbox = create()
    return {
      outbox,
      add(at, ...entries) {
        clock = at
        return add(outbox, ...entries)
      },
    }
  })

  it('each mail goes to one of several processes that claim at once', async () => {
    const ids = ['1', '2', '3', '4', '5', '6']
    await add(create(), ...ids.map((id) => aMail(id)))
    const claimed = await Promise.all([claimTen(create()), claimTen(create()), claimTen(create())])

    expect(
      claimed
        .flat()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(ids.map((id) => `order-confirmed:${id}`))
  })

  it('the events of a user go to one process at a time, and to another once they are settled', async () => {
    const [a, b] = [create(), create()]
    await add(a, anEventEntry(1), anEventEntry(2))
    const claimed = await claimTen(a, 'events')
    await add(b, anEventEntry(3))
    expect(await claimFromAllQueues(b, 'events')).toEqual([])
    await a.complete(claimed, clock)

    expect(await claimFromAllQueues(b, 'events')).toMatchObject([{ key: 'view:3' }])
    expect(await claimFromAllQueues(a, 'events')).toEqual([])
  })

  const eventsOfUsers = Array.from({ length: 8 }, (_, number) => ({
    ...anEventEntry(number),
    group: `user-${number}`,
  }))

  it('events of many users have several partition keys, and one claim gets them all', async () => {
    await add(create(), ...eventsOfUsers)

    const items = await scanItems(client, table)
    expect(new Set(items.map(({ pk }) => pk)).size).toBeGreaterThan(1)
    expect(await claimTen(create(), 'events')).toHaveLength(8)
  })

  it('a mail is claimed although the response to its claim was lost', async () => {
    await add(create(), aMail('1'))
    const claimed = await claimTen(create({ client: await clientLosingResponse(/^Update/) }))
    expect(claimed).toMatchObject([{ key: 'order-confirmed:1' }])
  })

  it('a claim returns the mails that it has leased when it cannot query for more', async () => {
    const { failing, failAfter } = await connectFailing(/^Query/)
    const outbox = create({ client: failing })
    await add(outbox, aMail('1'), aMail('2'))
    // This claim finds both mails and leases the first. The next claim begins with the second.
    await claimUpTo(1, outbox)
    failAfter(0)

    expect(await claimTen(outbox)).toMatchObject([{ key: 'order-confirmed:2' }])
    await expect(claimTen(outbox)).rejects.toThrow('DynamoDB is down')
  })

  it('a claim returns the events that it has leased when it cannot lease others', async () => {
    const { failing, failAfter } = await connectFailing(/^Update/)
    const outbox = create({ client: failing })
    await add(outbox, ...eventsOfUsers)
    failAfter(1)

    expect(await claimTen(outbox, 'events')).not.toEqual([])
    await expect(claimTen(outbox, 'events')).rejects.toThrow('DynamoDB is down')
  })

  it('a relay claims from its own queues, and from all once the others have died', async () => {
    const relays = Array.from({ length: 4 }, () => create())
    // A relay learns of the others when it renews its lease, which a claim does every five seconds.
    // So the first relay needs a second claim to learn of the relays that claim after it.
    for (const elapsedMs of [0, 5_000]) {
      clock = new Date(clock.getTime() + elapsedMs)
      for (const relay of relays) await claimTen(relay)
    }
    const queueCount = 64
    // A process that relays nothing puts each mail that it adds into the next queue.
    const onePerQueue = Array.from({ length: queueCount }, (_, number) => aMail(String(number)))
    await add(create(), ...onePerQueue)
    // Every four seconds, a claim looks into all of the relay's own queues.
    clock = new Date(clock.getTime() + 4_000)
    const claimed = await Promise.all(relays.map((relay) => claimUpTo(queueCount, relay)))
    expect(claimed.map(({ length }) => length)).toEqual([16, 16, 16, 16])

    // The leases of the other relays expire, and so do the leases of the mails that they claimed.
    clock = new Date(clock.getTime() + LEASE_MS + 1000)
    const [survivor] = relays
    await survivor?.complete(claimed[0] ?? [], clock)
    expect(survivor && (await claimUpTo(queueCount, survivor))).toHaveLength(queueCount - 16)
  })

  it('an event of no stored change, such as a view, is added without a transaction', async () => {
    const outbox = create()
    await Promise.all([outbox.addEvent(anEventEntry(1)), outbox.addEvent(anEventEntry(2))])
    expect(await claimTen(outbox, 'events')).toMatchObject([{ key: 'view:1' }, { key: 'view:2' }])
  })

  it('a delivered mail does not change when a slower process reports a failure', async () => {
    const outbox = create()
    await add(outbox, aMail('1'))
    const claimed = await claimTen(outbox)
    await outbox.complete(claimed, clock)
    const timeNotToStore = new Date(0)
    for (const entry of claimed) {
      await outbox.retry(entry, clock)
      await outbox.giveUp(entry, timeNotToStore)
    }

    const key = { pk: 'outbox#mail#order-confirmed:1', sk: 'entry' }
    expect(await readItem(client, table, key)).toEqual({
      ...key,
      topic: 'mail',
      kind: 'order-confirmed',
      key: 'order-confirmed:1',
      state: 'delivered',
      failures: 0,
      addedAt: '2026-01-01T00:00:00.000Z',
      doneAt: '2026-01-01T00:00:00.000Z',
      expiresAt: new Date('2026-01-31T00:00:00Z').getTime() / 1000,
    })
  })

  it('an encrypted payload is in no item as text, and only its key decrypts it', async () => {
    await add(createEncrypted('k'), aMail('canary-4711'))

    expect(JSON.stringify(await scanItems(client, table))).not.toContain('Order canary-4711')
    expect(await claimTen(createEncrypted('x'))).toMatchObject([{ payload: null }])
    // The claim has left a lease, which expires.
    clock = new Date(clock.getTime() + LEASE_MS)
    expect(await claimTen(createEncrypted('k'))).toMatchObject([{ payload: 'Order canary-4711' }])
  })
})
