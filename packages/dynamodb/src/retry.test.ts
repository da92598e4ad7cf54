import { expect, it } from 'vitest'
import { createDynamoClient } from './create-client.ts'
import { addRetry, takeRetry } from './retry.ts'

it('a client has 500 retries, shared with no other client, and gets one back for each success', () => {
  const client = createDynamoClient({ region: 'us-east-2', environment: {} })
  const other = createDynamoClient({ region: 'us-east-2', environment: {} })
  let retries = 0
  while (takeRetry(client)) retries += 1
  expect(retries).toBe(500)
  expect(takeRetry(other)).toBe(true)

  addRetry(client)
  expect([takeRetry(client), takeRetry(client)]).toEqual([true, false])
})
