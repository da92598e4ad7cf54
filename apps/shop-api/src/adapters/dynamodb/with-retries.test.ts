import { TransactionRefused } from '@nashta/dynamodb/transact'
import { expect, it } from 'vitest'
import { withRetries } from './with-retries.ts'

const refuse = () => Promise.reject(new TransactionRefused(new Set(['cart'])))

it('work is retried when its transaction is refused', async () => {
  let attempts = 0
  const succeedThirdTime = () => {
    attempts += 1
    return attempts < 3 ? refuse() : Promise.resolve('done')
  }
  expect(await withRetries(succeedThirdTime)).toBe('done')
})

it('the client gets a 503 when the last retry is refused', async () => {
  const retries = 2
  await expect(withRetries(refuse, retries)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
})

it('work that fails for another reason is not retried', async () => {
  let attempts = 0
  const fail = () => {
    attempts += 1
    return Promise.reject(new Error('no such table'))
  }
  await expect(withRetries(fail)).rejects.toThrow('no such table')
  expect(attempts).toBe(1)
})
