import { setTimeout as wait } from 'node:timers/promises'
import { act } from 'react'
import { expect } from 'vitest'

const TIMEOUT_MS = 20_000
const INTERVAL_MS = 5

/**
 * Lets React render until `isShown` finds what it looks for. The test fails when that never happens.
 * One `act` follows the other without a pause: React warns of code that arrives between two of them.
 */
export async function waitUntil(isShown: () => unknown) {
  const end = Date.now() + TIMEOUT_MS
  do {
    await act(() => wait(INTERVAL_MS))
    if (isShown()) return
  } while (Date.now() < end)
  expect(isShown(), 'what the test waits for').toBeTruthy()
}
