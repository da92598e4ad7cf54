import { setTimeout as wait } from 'node:timers/promises'
import { act } from 'react'
import { expect, vi } from 'vitest'

const TIMEOUT_MS = 20_000
const INTERVAL_MS = 5

/** Lets React render until `isShown` finds what it looks for. The test fails when that never happens. */
export async function waitUntil(isShown: () => unknown) {
  await vi.waitFor(
    async () => {
      await act(() => wait(INTERVAL_MS))
      expect(isShown()).toBeTruthy()
    },
    { timeout: TIMEOUT_MS, interval: INTERVAL_MS },
  )
}
