import { newId } from './new-id.ts'

/**
 * Returns a function that gives a request its idempotency key. The key stays the same until other
 * values are sent, so a request that is repeated after a lost response counts once.
 */
export function createRequestKeys() {
  let last = { values: '', key: '' }
  return (values: unknown): string => {
    const text = JSON.stringify(values)
    if (last.values !== text) last = { values: text, key: newId() }
    return last.key
  }
}
