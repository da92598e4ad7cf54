import { CURRENT_USER_KEY, TOKENS_KEY } from '@nashta/browser/session/session-keys'
import type { BrowserContext } from '@playwright/test'
import * as keys from '../../apps/web/app/data/storage-keys.ts'

/** The ways in which a browser's storage lets a page down. */
export const SPOILED_STORAGE: [state: string, spoil: (context: BrowserContext) => Promise<unknown>][] = [
  ['forbidden', forbidStorage],
  ['full', fillStorage],
  ['corrupt', spoilStorage],
]

/** Where it is forbidden, even to look is an error. */
function forbidStorage(context: BrowserContext) {
  return context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('', 'SecurityError')
      },
    })
  })
}

function fillStorage(context: BrowserContext) {
  return context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
}

/** As a program that knows nothing of us, or half a write, would leave it. */
function spoilStorage(context: BrowserContext) {
  const names = [...Object.values(keys), CURRENT_USER_KEY, TOKENS_KEY].filter(
    (key) => typeof key === 'string',
  )
  return context.addInitScript((all) => {
    for (const key of all) localStorage.setItem(key, '{"version":1,"data":{"items":[{]')
  }, names)
}
