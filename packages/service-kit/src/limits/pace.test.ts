import { expect, it } from 'vitest'
import type { Caller } from '../auth/authorise.ts'
import { createPace, createRequestPaces } from './pace.ts'

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

/** The paces of a service by a clock that stands still, and how many of the calls had to wait. */
function openRequestPaces() {
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const paces = createRequestPaces({ now: () => 0, wait })
  const call = (ip: string, sub?: string) => {
    const caller = sub === undefined ? null : ({ sub } as Caller)
    return paces.ofRequest({ ip, caller, raw: { socket: { destroyed: false } } } as never)
  }
  return { waits, call }
}

it('the accounts of one network have a pace together: many accounts cannot do what one cannot', async () => {
  const { waits, call } = openRequestPaces()
  for (let number = 0; number < 300; number += 1) await call('203.0.113.7', `account${number % 10}`)
  expect(waits).toEqual([])
  await call('203.0.113.7', 'account10')
  expect(waits).toHaveLength(1)
  await call('203.0.113.8', 'account10')
  expect(waits).toHaveLength(1)
})

it('a whole IPv6 /48 has a pace of 16 of its networks, with accounts and without', async () => {
  for (const subOf of [() => undefined, (number: number) => `account${number}`]) {
    const { waits, call } = openRequestPaces()
    const burst = subOf(0) === undefined ? 100 : 300
    for (let number = 0; number < burst * 16; number += 1)
      await call(`2001:db8:1:${number.toString(16)}::9`, subOf(number))
    expect(waits).toEqual([])
    await call('2001:db8:1:ffff::9', subOf(-1))
    expect(waits).toHaveLength(1)
    // Another organisation has not called yet.
    await call('2001:db8:2:1::9', subOf(-1))
    expect(waits).toHaveLength(1)
  }
})

it('one refused household of an IPv6 /48 takes nothing from the others', async () => {
  const { waits, call } = openRequestPaces()
  const calls = Array.from({ length: 5000 }, () => call('2001:db8:1:1::9'))
  await Promise.allSettled(calls)
  waits.length = 0
  await call('2001:db8:1:2::9')
  expect(waits).toEqual([])
})
