import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { cartItemOf } from '@nashta/contracts/cart/cart-rules'
import type { CartAnswer, CartApi } from './cart-api.ts'
import { type CartEngine, createCartEngine } from './cart-engine.ts'
import { createCartServer, quantitiesOf, snack } from './cart-server.fixture.ts'
import { createKeptCarts } from './kept-carts.ts'
import { createShelf, type Shelf } from './shelf.ts'

/** Storage as browsers have it, as far as it is used. */
export function createStorage(): Shelf & { records: Map<string, string> } {
  const records = new Map<string, string>()
  return {
    records,
    getItem: (key) => records.get(key) ?? null,
    setItem: (key, value) => void records.set(key, value),
    removeItem: (key) => void records.delete(key),
  }
}

/** Everything that waits for nothing else has happened. */
export function settledNow() {
  return new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
}

type Fate = 'answered' | 'answer lost' | 'lost'

const always = (fate: Fate) => () => fate

type BrowserSettings = { local?: Shelf | null; server?: ReturnType<typeof createCartServer> }

let browsers = 0

/** A browser and its store. Tabs share storage, locks and clock; timers run when time is passed. */
export function createBrowser({
  local = createStorage(),
  server = createCartServer(),
}: BrowserSettings = {}) {
  const locks = new Map<string, Promise<void>>()
  const timers = new Set<() => void>()
  const tabs = new Set<CartEngine>()
  const sent: string[] = []
  let fate = always('answered')
  let held: Promise<void> | undefined
  let time = Date.UTC(2026, 0, 1)
  const name = `browser-${(browsers += 1)}`
  let ids = 0

  async function answer(ask: () => CartAnswer): Promise<CartAnswer> {
    const meets = fate()
    if (meets === 'lost') return { kind: 'later' }
    const told = ask()
    await held
    return meets === 'answered' ? told : { kind: 'later' }
  }

  const api: CartApi = {
    read: (sub) => answer(() => ({ kind: 'done', cart: server.read(sub) })),
    send: (sub, operation) =>
      answer(() => {
        sent.push(operation.id)
        return server.send(sub, operation)
      }),
  }

  function openTab({ session = createStorage() }: { session?: Shelf } = {}) {
    const engine = createCartEngine({
      kept: createKeptCarts(
        { local: createShelf(guardStorage(local)), session: createShelf(guardStorage(session)) },
        () => new Date(time),
      ),
      api,
      alone(name, work) {
        const turn = (locks.get(name) ?? Promise.resolve()).then(work)
        locks.set(name, turn)
        return turn
      },
      newId: () => `${name}/${(ids += 1)}`,
      now: () => new Date(time),
      later(_ms, run) {
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
    meets(next: Fate) {
      fate = always(next)
    },
    /** Until what it returns is called. */
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** All other tabs hear of a change, as by the browser's storage event. */
    tellOthers(tab: CartEngine) {
      for (const other of tabs) if (other !== tab) other.recordsChanged()
    },
    async pass(ms = 1000) {
      time += ms
      for (const run of Array.from(timers)) {
        timers.delete(run)
        run()
      }
      await settledNow()
    },
    waiting: () => timers.size,
  }
}

export const donut = snack('donut')
export const chips = snack('chips')

export const asha = { sub: 'asha', remembered: true }
export const ravi = { sub: 'ravi', remembered: true }

export function shown(tab: CartEngine) {
  return quantitiesOf(tab.getSnapshot().items)
}

export function lineOf(productId: string, quantity = 1) {
  return cartItemOf(snack(productId), quantity)
}

export async function signedIn(quantities: Record<string, number> = {}, shopper = asha) {
  const browser = createBrowser()
  browser.server.fill(shopper.sub, quantities)
  const tab = browser.openTab()
  tab.become(shopper)
  await settledNow()
  return { browser, tab, server: browser.server }
}

export async function guestWith(quantities: Record<string, number>) {
  const browser = createBrowser()
  const tab = browser.openTab()
  tab.become(null)
  for (const [id, quantity] of Object.entries(quantities)) tab.add(snack(id), quantity)
  await settledNow()
  return { browser, tab, server: browser.server }
}

export async function newVisitor(browser: ReturnType<typeof createBrowser>) {
  const tab = browser.openTab()
  tab.become(null)
  await settledNow()
  return shown(tab)
}
