import { expect, it } from 'vitest'
import { oncePerTurn } from './once-per-turn.ts'

it('reads once in a turn of the event loop, and again in the next', async () => {
  let reads = 0
  const ask = oncePerTurn(() => {
    reads += 1
    return reads
  })

  expect([ask(), ask(), await Promise.resolve().then(ask)]).toEqual([1, 1, 1])
  await new Promise(setImmediate)
  expect(ask()).toBe(2)
})

it('reads again at once when told to forget', () => {
  let answer = 'before'
  const ask = oncePerTurn(() => answer)
  ask()
  answer = 'after'
  expect(ask()).toBe('before')
  ask.forget()
  expect(ask()).toBe('after')
})
