import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { cartItemOf } from '@nashta/contracts/cart/cart-rules'
import { type CartEngine, createCartEngine } from './cart-engine.ts'
import type { CartApi, CartResponse } from './cart-sender.ts'
import { createCartServer, quantitiesOf, snack } from './cart-server.fixture.ts'
import { createCartStorage, type StorageArea, withMemoryFallback } from './cart-storage.ts'

export function createStorage(): StorageArea {
  const records = new Map<string, string>()
  return {
    getItem: (key) => records.get(key) ?? null,
    setItem: (key, value) => void records.set(key, value),
    removeItem: (key) => void records.delete(key),
  }
}

/** Resolves when all work is done, except work that waits for a timer or a held response. */
export function flushTasks() {
  return new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
}

type Network = 'up' | 'responses lost' | 'down'

type BrowserSettings = {
  /** Null for a browser that forbids storage. */
  local?: StorageArea | null
  server?: ReturnType<typeof createCartServer>
}

let browsers = 0

/** A browser and the store. Tabs share storage, locks and clock. `passTime` runs the timers. */
export function createBrowser({
  local = createStorage(),
  server = createCartServer(),
}: BrowserSettings = {}) {
  const locks = new Map<string, Promise<void>>()
  const timers = new Set<() => void>()
  const tabs = new Set<CartEngine>()
  /** The ids of the operations that reached the store. */
  const sent: string[] = []
  let network: Network = 'up'
  /** Every response waits for this promise; undefined when none is held. */
  let held: Promise<void> | undefined
  let time = Date.UTC(2026, 0, 1)
  /** Part of each id, so that two browsers never have the same id. */
  const browserName = `browser-${(browsers += 1)}`
  let ids = 0

  /** `handle` is the work of the store. It does not run while the network is down. */
  async function respond(handle: () => CartResponse): Promise<CartResponse> {
    // The network at the time of the request counts, even if it changes while the response is held.
    const networkAtRequest = network
    if (networkAtRequest === 'down') return { kind: 'retry' }
    const response = handle()
    await held
    return networkAtRequest === 'up' ? response : { kind: 'retry' }
  }

  const api: CartApi = {
    read: (sub) => respond(() => ({ kind: 'confirmed', cart: server.read(sub) })),
    send: (sub, operation) =>
      respond(() => {
        sent.push(operation.id)
        return server.send(sub, operation)
      }),
  }

  function openTab({ session = createStorage() }: { session?: StorageArea } = {}) {
    const engine = createCartEngine({
      storage: createCartStorage(
        {
          local: withMemoryFallback(guardStorage(local)),
          session: withMemoryFallback(guardStorage(session)),
        },
        () => new Date(time),
      ),
      api,
      withLock(name, work) {
        // As with a Web Lock, work runs even if the work before it has failed.
        const result = (locks.get(name) ?? Promise.resolve()).then(work, work)
        locks.set(name, result)
        return result
      },
      newId: () => `${browserName}/${(ids += 1)}`,
      now: () => new Date(time),
      schedule(_ms, run) {
        timers.add(run)
        return () => void timers.delete(run)
      },
      random: () => 0.5,
    })
    tabs.add(engine)
    return engine
  }

  return {
    server,
    local,
    sent,
    openTab,
    closeTab: (tab: CartEngine) => void tabs.delete(tab),
    setNetwork(next: Network) {
      network = next
    },
    /** Holds all responses until the returned function is called. */
    holdResponses() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** Notifies all other tabs, as the browser's storage event does. */
    notifyOtherTabs(tab: CartEngine) {
      for (const other of tabs) if (other !== tab) other.rereadRecords()
    },
    /** Moves the clock and runs every timer, however long its delay. */
    async passTime(ms = 1000) {
      time += ms
      for (const run of Array.from(timers)) {
        timers.delete(run)
        run()
      }
      await flushTasks()
    },
    timerCount: () => timers.size,
  }
}

export const donut = snack('donut')
export const chips = snack('chips')

export const asha = { sub: 'asha', rememberMe: true }
export const ravi = { sub: 'ravi', rememberMe: true }

export function shownQuantities(tab: CartEngine) {
  return quantitiesOf(tab.getSnapshot().items)
}

export function lineOf(productId: string, quantity = 1) {
  return cartItemOf(snack(productId), quantity)
}

/** A new browser with a tab of a signed-in shopper. The quantities are in the shopper's cart. */
export async function openSignedInTab(quantities: Record<string, number> = {}, shopper = asha) {
  const browser = createBrowser()
  browser.server.fill(shopper.sub, quantities)
  const tab = browser.openTab()
  tab.setOwner(shopper)
  await flushTasks()
  return { browser, tab, server: browser.server }
}

/** A new browser with a tab of a guest, who adds these quantities. */
export async function openGuestTab(quantities: Record<string, number>) {
  const browser = createBrowser()
  const tab = browser.openTab()
  tab.setOwner(null)
  for (const [id, quantity] of Object.entries(quantities)) tab.add(snack(id), quantity)
  await flushTasks()
  return { browser, tab, server: browser.server }
}

/** The quantities that a new tab shows to a guest. */
export async function guestQuantitiesInNewTab(browser: ReturnType<typeof createBrowser>) {
  const tab = browser.openTab()
  tab.setOwner(null)
  await flushTasks()
  return shownQuantities(tab)
}
