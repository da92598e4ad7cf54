import { expect, it } from 'vitest'
import { whenQuiet } from './when-quiet.ts'

function restless(pending: string[]) {
  const listeners = new Set<() => void>()
  return {
    pending,
    listeners,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => ({ pending }),
    finish() {
      pending.pop()
      for (const tell of listeners) tell()
    },
  }
}

const never = new Promise<void>(() => {})

it('waits for the last change, and no longer', async () => {
  const store = restless(['add', 'remove'])
  let isQuiet = false
  const quiet = whenQuiet(store, never).then(() => {
    isQuiet = true
  })
  store.finish()
  await Promise.resolve()
  expect(isQuiet).toBe(false)

  store.finish()
  await quiet
  expect(store.listeners.size).toBe(0)
})

it('does not wait where nothing is under way', async () => {
  await expect(whenQuiet(restless([]), never)).resolves.toBeUndefined()
})

it('waits no longer than is enough', async () => {
  await expect(whenQuiet(restless(['add']), Promise.resolve())).resolves.toBeUndefined()
})
