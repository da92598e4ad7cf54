import { TransactionRefused } from '@nashta/dynamodb/transact'
import { expect, it } from 'vitest'
import { withRetries } from './with-retries.ts'

const refused = () => Promise.reject(new TransactionRefused(new Set(['cart'])))

it('work whose transaction was refused is retried, and the client gets a 503 after the last retry', async () => {
  let tries = 0
  const succeedsThirdTime = () => {
    tries += 1
    return tries < 3 ? refused() : Promise.resolve('done')
  }
  expect(await withRetries(succeedsThirdTime)).toBe('done')
  const retries = 2
  await expect(withRetries(refused, retries)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
})

it('work that fails for another reason is not retried', async () => {
  let tries = 0
  const broken = () => {
    tries += 1
    return Promise.reject(new Error('no such table'))
  }
  await expect(withRetries(broken)).rejects.toThrow('no such table')
  expect(tries).toBe(1)
})
