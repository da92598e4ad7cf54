import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('lets so many work at once, so many wait, and refuses the rest', async () => {
  const takeTurn = createTurns({ places: 2, waiting: 3 })
  const finish = Promise.withResolvers<void>()
  let working = 0
  let most = 0
  const work = async () => {
    working += 1
    most = Math.max(most, working)
    await finish.promise
    working -= 1
  }

  const turns = Array.from({ length: 7 }, () => takeTurn(work))
  const settled = Promise.allSettled(turns)
  finish.resolve()
  expect((await settled).map((turn) => turn.status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ])
  expect(most).toBe(2)
})

it('gives the place on after work that failed', async () => {
  const takeTurn = createTurns({ places: 1, waiting: 1 })
  const results = await Promise.allSettled([
    takeTurn(() => Promise.reject(new Error('burnt'))),
    takeTurn(async () => 'baked'),
  ])
  expect(results[1]).toEqual({ status: 'fulfilled', value: 'baked' })
  expect(await takeTurn(async () => 'baked again')).toBe('baked again')
})
