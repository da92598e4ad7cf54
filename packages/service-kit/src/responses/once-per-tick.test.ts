import { expect, it } from 'vitest'
import { oncePerTick } from './once-per-tick.ts'

it('a value is read once in a tick of the event loop, and again in the next', async () => {
  let reads = 0
  const read = oncePerTick(() => {
    reads += 1
    return reads
  })

  expect([read(), read(), await Promise.resolve().then(read)]).toEqual([1, 1, 1])
  await new Promise(setImmediate)
  expect(read()).toBe(2)
})

it('a cleared value is read again in the same tick', () => {
  let value = 'before'
  const read = oncePerTick(() => value)
  read()
  value = 'after'
  expect(read()).toBe('before')
  read.clear()
  expect(read()).toBe('after')
})
