import { CURRENT_USER_KEY, TOKENS_KEY } from '@nashta/browser/session/session-keys'
import type { BrowserContext } from '@playwright/test'
import * as records from '../../apps/web/app/data/storage/storage-records.ts'

/** The ways in which browser storage can fail. */
export const BROKEN_STORAGE: [state: string, breakStorage: (context: BrowserContext) => Promise<unknown>][] =
  [
    ['forbidden', forbidStorage],
    ['full', fillStorage],
    ['corrupt', corruptStorage],
  ]

/** Where storage is forbidden, even reading the property `localStorage` throws. */
function forbidStorage(context: BrowserContext) {
  return context.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('', 'SecurityError')
        },
      })
    }
  })
}

function fillStorage(context: BrowserContext) {
  return context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
}

/** Leaves records that are not JSON. */
function corruptStorage(context: BrowserContext) {
  // The module also exports a function, which has no key.
  const keys = Object.values(records).flatMap((record) => ('key' in record ? record.key : []))
  return context.addInitScript(
    (allKeys) => {
      for (const key of allKeys) localStorage.setItem(key, '{"version":1,"data":{"items":[{]')
    },
    [...keys, CURRENT_USER_KEY, TOKENS_KEY],
  )
}
