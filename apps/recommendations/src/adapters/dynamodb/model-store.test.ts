import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { writeItems } from '@nashta/dynamodb/write-item'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { modelStoreSuite, shortly } from '../../training/model-store.suite.ts'
import { createDynamoModelStore } from './model-store.ts'
import { connectWatched, makeRecommendationsTable } from './recommendations-table.fixture.ts'
import type { RecommendationsTable } from './tables.ts'

let client: Dynamo
let here: RecommendationsTable
let clock: Date
let models = 0

const open = (holder = 'a', through = client) =>
  createDynamoModelStore({
    ...here,
    client: through,
    holder,
    newId: () => `model-${(models += 1)}`,
    now: () => clock,
  })
const after = (ms: number) => new Date(clock.getTime() + ms)
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
    here = await makeRecommendationsTable(client)
  })

  modelStoreSuite('DynamoDB', async (holder) => open(holder))

  it('another process gets the lease after it expired', async () => {
    const [a, b] = [open('a'), open('b')]
    expect(await a.acquireTrainingLease(after(1000))).toBe(true)
    expect(await b.acquireTrainingLease(after(1000))).toBe(false)
    clock = after(999)
    expect(await b.acquireTrainingLease(after(1000))).toBe(false)
    clock = after(1)
    expect(await b.acquireTrainingLease(after(1000))).toBe(true)
    expect(await a.acquireTrainingLease(after(1000))).toBe(false)
  })

  it("a process cannot release another's lease", async () => {
    const [a, b] = [open('a'), open('b')]
    await a.acquireTrainingLease(after(1000))
    await b.releaseTrainingLease()
    expect(await b.acquireTrainingLease(after(1000))).toBe(false)
  })

  it('one of many concurrent processes gets the lease', async () => {
    const asked = ['a', 'b', 'c', 'd'].map((holder) => open(holder).acquireTrainingLease(after(1000)))
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
  })

  it('a reader gets a complete model at every moment of a write', async () => {
    await open().write(model('1'))
    const seen: unknown[] = []
    const look = async () => void seen.push(shortly(await open().read()))
    await open('a', await connectWatched(look)).write(model('2'))
    await look()

    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen)).toEqual(new Set([shortly(model('1')), shortly(model('2'))]))
    expect(seen.at(-1)).toBe(shortly(model('2')))
  })

  it('a read during a write gives a complete model', async () => {
    await open().write(model('1'))
    const watched = await connectWatched(async (request) => {
      if (request <= 3) await open().write(model(String(request + 1)))
    })
    expect(shortly(await open('a', watched).read())).toBe(shortly(model('4')))
  })

  it('the chunks of a replaced model are deleted', async () => {
    const store = open()
    for (const dataVersion of ['1', '2', '3']) await store.write(model(dataVersion))
    await Promise.all(['4', '5'].map((dataVersion) => store.write(model(dataVersion))))
    const chunks = (await scanItems(client, here.table)).filter(({ sk }) => sk === 'chunk')
    expect(chunks.length).toBe(3)
  })

  it('read gives null when a chunk has expired', async () => {
    const store = open()
    await store.write(model('1'))
    const chunk = (await scanItems(client, here.table)).find(({ sk }) => sk === 'chunk')
    await writeItems(client, here.table, [{ delete: { pk: String(chunk?.['pk']), sk: 'chunk' } }])
    expect(shortly(await store.read())).toBeNull()
  })
})
