import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

/** A pace of two calls a second after a burst of three, by a clock that moves only when told. */
function openPace() {
  const clock = { now: 1000 }
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  return { clock, waits, pace: createPace({ burst: 3, perSecond: 2, now: () => clock.now, wait }) }
}

it('calls within the burst begin at once, and each further call half a second after the last', async () => {
  const { pace, waits, clock } = openPace()
  for (let count = 0; count < 5; count += 1) await pace('asha', 1)
  expect(waits).toEqual([500, 1000])
  await pace('ravi', 1)
  expect(waits).toHaveLength(2)
  // After the time of five calls, the whole burst is allowed again.
  clock.now += 2500
  for (let count = 0; count < 3; count += 1) await pace('asha', 1)
  expect(waits).toHaveLength(2)
})

it('a heavy call counts as many', async () => {
  const { pace, waits } = openPace()
  await pace('asha', 3)
  await pace('asha', 3)
  expect(waits).toEqual([1500])
})

it('a caller with too many waiting calls is refused, which costs nothing', async () => {
  const { pace, clock } = openPace()
  for (let count = 0; count < 13; count += 1) await pace('asha', 1)
  const refusal = { code: 'TOO_MANY_REQUESTS', retryAfter: 6 }
  await expect(pace('asha', 1)).rejects.toMatchObject(refusal)
  await expect(pace('asha', 1)).rejects.toMatchObject(refusal)
  clock.now += 1000
  await pace('asha', 1)
})
