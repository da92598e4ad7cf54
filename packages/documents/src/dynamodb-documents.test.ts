import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import {
  clientLosingResponse,
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  newTableName,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem, scanItems } from '@nashta/dynamodb/read-items'
import { putItem } from '@nashta/dynamodb/write-item'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { documentsSuite } from './documents.suite.ts'
import { Conflict } from './documents.ts'
import { createDynamoDocuments } from './dynamodb-documents.ts'

const INDEX = 'byDue'
const KEY = { pk: 'notes#asha', sk: 'a' }

let client: Dynamo
let table: string

const outbox = () => createDynamoOutbox({ client, table, index: INDEX, now: () => new Date(0) })
const open = () => createDynamoDocuments({ client, table, index: INDEX, outbox: outbox() })

describeOnDynamoDbLocal('DynamoDB documents', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    table = newTableName('documents')
    const byDue = { name: INDEX, key: { hash: 'queue', range: 'due' }, include: ['leaseUntil'] }
    await createTables(client, [{ name: table, key: { hash: 'pk', range: 'sk' }, indexes: [byDue] }])
  })

  documentsSuite(() => {
    const working = outbox()
    const brokenWrite = { Put: { TableName: 'no-such-table', Item: {} } }
    let isBroken = false
    return {
      documents: createDynamoDocuments({
        client,
        table,
        index: INDEX,
        outbox: {
          entryWrite: (entry) => ({ ...working.entryWrite(entry), ...(isBroken && { write: brokenWrite }) }),
        },
      }),
      async outboxKeys() {
        const items = await scanItems(client, table)
        return items.filter(({ sk }) => sk === 'entry').map(({ key }) => String(key))
      },
      breakOutbox() {
        isBroken = true
      },
    }
  })

  it('a commit whose response was lost is not refused', async () => {
    const lossy = await clientLosingResponse()
    const documents = createDynamoDocuments({ client: lossy, table, index: INDEX })
    await documents.commit([{ put: { key: KEY, body: { text: 'once' } }, seen: null }])
    expect(await open().get(KEY)).toMatchObject({ body: { text: 'once' } })
  })

  it.each([
    ['attributes and a version', { text: 'old', version: 7, schema: 1, queue: 'open', due: '1' }, 8],
    ['attributes without a version', { text: 'old', expiresAt: 9_999_999_999 }, 1],
    ['JSON text without a version', { record: '{"text":"old"}', changeCount: 3 }, 1],
  ])('an item of an older version with %s is read and changed', async (_case, attributes, next) => {
    const documents = open()
    await putItem(client, table, { ...KEY, ...attributes })
    const seen = await documents.get(KEY)
    expect(seen?.body).toEqual({ text: 'old' })
    await documents.commit([{ put: { key: KEY, body: { text: 'new' } }, seen }])
    expect(await documents.get(KEY)).toEqual({ key: KEY, version: next, body: { text: 'new' } })
    await expect(documents.commit([{ delete: KEY, seen }])).rejects.toBeInstanceOf(Conflict)
  })

  it('an item has its expiry in seconds', async () => {
    const expiresAt = new Date('2026-01-01T00:00:00.900Z')
    await open().commit([{ put: { key: KEY, body: {}, expiresAt }, seen: null }])
    expect(await readItem(client, table, KEY)).toMatchObject({ expiresAt: 1_767_225_600 })
  })
})
