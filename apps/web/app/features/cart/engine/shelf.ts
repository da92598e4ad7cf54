import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Browser storage, and memory for what it does not take: such records last as long as the page is open. */
export function createShelf(storage: BrowserStorage): Shelf {
  const memory = new Map<string, string>()

  return {
    getItem: (key) => memory.get(key) ?? storage.getItem(key),
    setItem(key, value) {
      if (storage.setItem(key, value)) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      storage.removeItem(key)
    },
  }
}
