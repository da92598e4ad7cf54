import type { Representation } from '@nashta/service-kit/responses/representation'
import { expect, it } from 'vitest'
import { isFresh, keepAnswer } from './kept-answer.ts'

const STAMP = { content: '1', soft: '1' }
const SOFT_CHANGE = { content: '1', soft: '2' }
const CHANGE = { content: '2', soft: '2' }

function keep() {
  const clock = { time: 0 }
  const { promise, resolve } = Promise.withResolvers<Representation>()
  const kept = keepAnswer(
    STAMP,
    () => promise,
    () => clock.time,
  )
  const finish = async (time: number) => {
    clock.time = time
    resolve({} as Representation)
    await promise
  }
  return { kept, finish }
}

it('is fresh for as long as nothing changes, and never after a change of what is offered', async () => {
  const { kept, finish } = keep()
  expect(isFresh(kept, CHANGE, () => 0)).toBe(false)
  await finish(5)

  expect(isFresh(kept, STAMP, () => 1e9)).toBe(true)
  expect(isFresh(kept, CHANGE, () => 5)).toBe(false)
})

it('lags behind stock and sales for a second at most', async () => {
  const { kept, finish } = keep()
  expect(isFresh(kept, SOFT_CHANGE, () => 0)).toBe(true)
  await finish(5)

  expect(isFresh(kept, SOFT_CHANGE, () => 999)).toBe(true)
  expect(isFresh(kept, SOFT_CHANGE, () => 1000)).toBe(false)
})

it('lags longer where writing it takes long, so that purchases alone cannot keep the store busy', async () => {
  const { kept, finish } = keep()
  await finish(2000)

  expect(isFresh(kept, SOFT_CHANGE, () => 39_999)).toBe(true)
  expect(isFresh(kept, SOFT_CHANGE, () => 40_000)).toBe(false)
})
