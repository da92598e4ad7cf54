import { newId } from '@nashta/browser/new-id'

/** Returns the idempotency key of a request: the same one while the same values are sent again after a lost response. */
export function createRequestKeys() {
  let last = { values: '', key: '' }
  return (values: unknown): string => {
    const text = JSON.stringify(values)
    if (last.values !== text) last = { values: text, key: newId() }
    return last.key
  }
}
