import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('of seven calls a concurrency limit runs two at once, queues three, and refuses two', async () => {
  const limit = createConcurrencyLimit({ concurrent: 2, queued: 3 })
  const finish = Promise.withResolvers<void>()
  let running = 0
  let runningMax = 0
  const work = async () => {
    running += 1
    runningMax = Math.max(runningMax, running)
    await finish.promise
    running -= 1
  }

  const calls = Array.from({ length: 7 }, () => limit(work))
  const settled = Promise.allSettled(calls)
  finish.resolve()
  expect((await settled).map((call) => call.status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ])
  expect(runningMax).toBe(2)
})

it('a concurrency limit starts the next call after one that failed', async () => {
  const limit = createConcurrencyLimit({ concurrent: 1, queued: 1 })
  const results = await Promise.allSettled([
    limit(() => Promise.reject(new Error('burnt'))),
    limit(async () => 'baked'),
  ])
  expect(results[1]).toEqual({ status: 'fulfilled', value: 'baked' })
  expect(await limit(async () => 'baked too')).toBe('baked too')
})
