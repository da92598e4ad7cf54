import { TransactionRefused } from '@nashta/dynamodb/transact'
import { expect, it } from 'vitest'
import { withRetries } from './with-retries.ts'

const refused = () => Promise.reject(new TransactionRefused(new Set(['cart'])))

it('refused work is retried, but not for ever', async () => {
  let tries = 0
  const succeedsThirdTime = () => {
    tries += 1
    return tries < 3 ? refused() : Promise.resolve('done')
  }
  expect(await withRetries(succeedsThirdTime)).toBe('done')
  await expect(withRetries(refused, 2)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
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
