import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { writeItems } from '@nashta/dynamodb/write-item'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { modelStoreSuite, summaryOf } from '../../training/model-store.suite.ts'
import { createDynamoModelStore } from './model-store.ts'
import { connectWatched, makeRecommendationsTable } from './recommendations-table.fixture.ts'
import type { RecommendationsTable } from './tables.ts'

let client: Dynamo
let recommendationsTable: RecommendationsTable
let clock: Date
let modelCount = 0

const open = (holder = 'a', dynamo = client) =>
  createDynamoModelStore({
    ...recommendationsTable,
    client: dynamo,
    holder,
    newId: () => `model-${(modelCount += 1)}`,
    now: () => clock,
  })
const moveClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
/** A model of three chunks. */
const model = (dataVersion: string) => ({
  dataVersion,
  bytes: new Uint8Array(700_000).fill(Number(dataVersion)),
})

describeOnDynamoDbLocal('DynamoDB model store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    clock = new Date('2026-03-01T00:00:00Z')
    recommendationsTable = await makeRecommendationsTable(client)
  })

  modelStoreSuite('DynamoDB', async (holder) => open(holder))

  it('another process gets the lease after it has expired', async () => {
    const [a, b] = [open('a'), open('b')]
    expect(await a.acquireTrainingLease(1000)).toBe(true)
    expect(await b.acquireTrainingLease(1000)).toBe(false)
    moveClock(999)
    expect(await b.acquireTrainingLease(1000)).toBe(false)
    moveClock(1)
    expect(await b.acquireTrainingLease(1000)).toBe(true)
    expect(await a.acquireTrainingLease(1000)).toBe(false)
  })

  it("a process cannot release another's lease", async () => {
    const [a, b] = [open('a'), open('b')]
    await a.acquireTrainingLease(1000)
    await b.releaseTrainingLease()
    expect(await b.acquireTrainingLease(1000)).toBe(false)
  })

  it('only one of four concurrent processes gets the lease', async () => {
    const acquired = ['a', 'b', 'c', 'd'].map((holder) => open(holder).acquireTrainingLease(1000))
    expect((await Promise.all(acquired)).filter(Boolean)).toHaveLength(1)
  })

  it('a reader gets a complete model at every moment of a write', async () => {
    await open().write(model('1'))
    const summaries: unknown[] = []
    const readNow = async () => void summaries.push(summaryOf(await open().read()))
    // The model is read before each request of the write.
    await open('a', await connectWatched(readNow)).write(model('2'))
    await readNow()

    expect(summaries.length).toBeGreaterThan(3)
    expect(new Set(summaries)).toEqual(new Set([summaryOf(model('1')), summaryOf(model('2'))]))
    expect(summaries.at(-1)).toBe(summaryOf(model('2')))
  })

  it('a read during which three other models are written gives the last one', async () => {
    await open().write(model('1'))
    const watched = await connectWatched(async (request) => {
      if (request <= 3) await open().write(model(String(request + 1)))
    })
    expect(summaryOf(await open('a', watched).read())).toBe(summaryOf(model('4')))
  })

  it('the chunks of a replaced model are deleted', async () => {
    const store = open()
    for (const dataVersion of ['1', '2', '3']) await store.write(model(dataVersion))
    await Promise.all(['4', '5'].map((dataVersion) => store.write(model(dataVersion))))
    const chunks = (await scanItems(client, recommendationsTable.table)).filter(({ sk }) => sk === 'chunk')
    // Only the three chunks of one model are left.
    expect(chunks.length).toBe(3)
  })

  it('read gives null when a chunk has expired', async () => {
    const store = open()
    await store.write(model('1'))
    const chunk = (await scanItems(client, recommendationsTable.table)).find(({ sk }) => sk === 'chunk')
    // Deletes the chunk, as DynamoDB does when it expires.
    await writeItems(client, recommendationsTable.table, [
      { delete: { pk: String(chunk?.['pk']), sk: 'chunk' } },
    ])
    expect(summaryOf(await store.read())).toBeNull()
  })
})
