import { expect, it } from 'vitest'
import { createDynamoClient } from './create-client.ts'
import { addToRetryBudget, sendInBatches, takeFromRetryBudget } from './retry.ts'

it('a client has 500 retries, shared with no other client, and gets one back for each success', () => {
  const client = createDynamoClient({ region: 'us-east-2', environment: {} })
  const other = createDynamoClient({ region: 'us-east-2', environment: {} })
  let retries = 0
  while (takeFromRetryBudget(client)) retries += 1
  expect(retries).toBe(500)
  expect(takeFromRetryBudget(other)).toBe(true)

  addToRetryBudget(client)
  expect([takeFromRetryBudget(client), takeFromRetryBudget(client)]).toEqual([true, false])
})

it('sends unprocessed requests again, with the rest of the list', async () => {
  const client = createDynamoClient({ region: 'us-east-2', environment: {} })
  const batches: string[] = []
  await sendInBatches(client, { requests: ['a', 'b', 'c', 'd'], size: 2 }, async (batch) => {
    batches.push(batch.join(''))
    return batches.length === 1 ? ['b'] : []
  })
  expect(batches).toEqual(['ab', 'bc', 'd'])
})

it('gives a batch up when DynamoDB processes nothing of it in 16 retries', async () => {
  const client = createDynamoClient({ region: 'us-east-2', environment: {} })
  let requests = 0
  const sent = sendInBatches(client, { requests: ['a', 'b'], size: 2 }, async (batch) => {
    requests += 1
    return batch
  })
  await expect(sent).rejects.toThrow('Every attempt conflicted with another writer or was throttled')
  expect(requests).toBe(17)
})
