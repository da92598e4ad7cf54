import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createCallerLimit } from './caller-limit.ts'

/** Starts calls by name. A call ends when `finish` is called with its name. */
function setUp(options: Parameters<typeof createCallerLimit>[0]) {
  const runLimited = createCallerLimit(options)
  const started: string[] = []
  const finishers = new Map<string, () => void>()
  return {
    started,
    call: (name: string, caller: string, signal = new AbortController().signal) =>
      runLimited({ caller, signal }, async () => {
        started.push(name)
        await new Promise<void>((resolve) => finishers.set(name, resolve))
        return name
      }),
    finish: async (name: string) => {
      finishers.get(name)?.()
      // The next call starts in a later tick.
      await sleep(0)
    },
  }
}

it('a caller with many calls runs one at a time, and others overtake the rest', async () => {
  const { call, started, finish } = setUp({ concurrent: 2, queued: 8, queuedPerCaller: 8 })
  const all = [
    call('a1', 'asha'),
    call('a2', 'asha'),
    call('a3', 'asha'),
    call('b1', 'bala'),
    call('c1', 'chitra'),
  ]
  expect(started).toEqual(['a1', 'b1'])

  await finish('b1')
  expect(started).toEqual(['a1', 'b1', 'c1'])
  await finish('a1')
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const name of ['c1', 'a2', 'a3']) await finish(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

it('one caller cannot fill the queue, and a full queue says when to try again', async () => {
  const { call } = setUp({ concurrent: 1, queued: 3, queuedPerCaller: 2 })
  void call('a1', 'asha')
  void call('a2', 'asha')
  void call('a3', 'asha')
  const refusal = { code: 'UNAVAILABLE', retryAfter: 5 }
  await expect(call('a4', 'asha')).rejects.toMatchObject(refusal)
  void call('b1', 'bala')
  await expect(call('c1', 'chitra')).rejects.toMatchObject(refusal)
})

it('a call that is aborted in the queue leaves its place to the next', async () => {
  const { call, started, finish } = setUp({ concurrent: 1, queued: 1, queuedPerCaller: 1 })
  const first = call('a1', 'asha')
  const controller = new AbortController()
  const aborted = call('b1', 'bala', controller.signal)
  controller.abort()
  await expect(aborted).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })

  const second = call('c1', 'chitra')
  await finish('a1')
  await finish('c1')
  expect(await Promise.all([first, second])).toEqual(['a1', 'c1'])
  expect(started).toEqual(['a1', 'c1'])
})

it('a failed call frees its place', async () => {
  const runLimited = createCallerLimit({ concurrent: 1, queued: 1, queuedPerCaller: 1 })
  const call = { caller: 'asha', signal: new AbortController().signal }
  await expect(runLimited(call, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await runLimited(call, async () => 'served')).toBe('served')
})
