import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import {
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  newTableName,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem, scanItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createDynamoOutbox } from './dynamodb-outbox.ts'
import { keepLetter } from './letters.ts'
import { createMailSeal } from './mail-seal.ts'
import { anEntry } from './mail.fixture.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { outboxStoreSuite } from './outbox-store.suite.ts'

let client: Dynamo
let table: string
let clock: Date

async function connect() {
  client = await connectDynamoDbLocal()
}
async function makeTable() {
  clock = new Date('2026-01-01T00:00:00Z')
  table = newTableName('mails')
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
const sealed = (letter: string) => create({ seal: createMailSeal(Buffer.alloc(32, letter)) })
const add = (outbox: ReturnType<typeof create>, ...entries: OutboxEntry[]) =>
  transact(
    client,
    entries.map((entry) => outbox.add(entry)),
  )
const claimAll = (outbox: ReturnType<typeof create>) =>
  outbox.claim({ limit: 10, now: clock, leaseUntil: new Date(clock.getTime() + 60_000) })

describeOnDynamoDbLocal('DynamoDB outbox', () => {
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

  it('gives each mail to one of several relays that ask at once', async () => {
    const ids = ['1', '2', '3', '4', '5', '6']
    await add(create(), ...ids.map((id) => anEntry(id)))
    const claimed = await Promise.all([claimAll(create()), claimAll(create()), claimAll(create())])

    expect(
      claimed
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.map((id) => `written:${id}`))
  })

  it('takes no mail whose headers could be broken open', () => {
    const entry = anEntry('1', 'asha@example.com\r\nBcc: ravi@example.com')
    expect(() => create().add(entry)).toThrow('one plain address')
  })

  it('forgets what a mail said once it is sent, whatever a slower sender says of it', async () => {
    const outbox = create()
    await add(outbox, anEntry('1'))
    for (const { id } of await claimAll(outbox)) await outbox.markSent(id, clock)
    await outbox.markFailed('written:1', clock)
    await outbox.giveUp('written:1', new Date(0))

    expect(await readItem(client, table, { pk: 'mail#written:1', sk: 'mail' })).toEqual({
      pk: 'mail#written:1',
      sk: 'mail',
      dedupKey: 'written:1',
      kind: 'written',
      state: 'sent',
      failures: 0,
      addedAt: '2026-01-01T00:00:00.000Z',
      doneAt: '2026-01-01T00:00:00.000Z',
    })
  })

  it('shows nobody what a sealed mail says, and opens it with its own key only', async () => {
    await add(sealed('k'), anEntry('canary-4711'))

    expect(JSON.stringify(await scanItems(client, table))).not.toContain('Order canary-4711')
    await expect(claimAll(sealed('x'))).rejects.toThrow('unable to authenticate data')
    clock = new Date(clock.getTime() + 60_000)
    expect(await claimAll(sealed('k'))).toMatchObject([{ letter: keepLetter(anEntry('canary-4711').letter) }])
  })
})
