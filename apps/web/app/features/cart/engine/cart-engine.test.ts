import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { GUEST_CART_KEY } from '@nashta/contracts/storage-keys'
import {
  ADD_ITEM_FAILED,
  LOAD_CART_FAILED,
  MERGE_CART_FAILED,
  QUANTITY_INVALID,
} from '@nashta/contracts/texts/cart'
import { describe, expect, it } from 'vitest'
import {
  asha,
  chips,
  createBrowser,
  createStorage,
  donut,
  lineOf,
  ravi,
  settledNow,
  shown,
} from './cart-browser.fixture.ts'
import { pick, seededRandom } from './cart-histories.fixture.ts'
import { snack } from './cart-server.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** More of them, and others, on demand. */
const HISTORIES = Number(process.env['CART_HISTORIES'] ?? 500)
const SEED = Number(process.env['CART_SEED'] ?? 1)

describe('clicks of a shopper', () => {
  it('show at once and are pending each for itself, until the store has answered', async () => {
    const { tab, server, browser } = await signedIn()
    browser.meets('lost')
    const first = tab.add(donut)
    await settledNow()
    expect(shown(tab)).toEqual({ donut: 1 })
    expect(tab.getSnapshot()).toMatchObject({ pending: [first], stale: true })

    browser.meets('answered')
    await browser.pass()
    expect(tab.getSnapshot()).toMatchObject({ pending: [], stale: false })
    expect(server.quantities('asha')).toEqual({ donut: 1 })
  })

  it('are pending from the very click', async () => {
    const { tab } = await signedIn()
    const id = tab.add(donut)
    expect(tab.getSnapshot().pending).toEqual([id])
    await settledNow()
    expect(tab.getSnapshot().pending).toEqual([])
  })

  it('are kept though the page goes before it is their turn, once each', async () => {
    const local = createStorage()
    const tab = createBrowser({ local }).openTab()
    tab.become(null)
    await settledNow()
    tab.add(donut, 2)
    tab.add(chips)
    expect(local.getItem(GUEST_CART_KEY)).toBe(null)

    tab.leave()
    const left = local.getItem(GUEST_CART_KEY) ?? ''
    expect(left).toContain('donut')
    expect(left).toContain('chips')
    await settledNow()
    expect(local.getItem(GUEST_CART_KEY)).toBe(left)
    expect(shown(tab)).toEqual({ donut: 2, chips: 1 })
  })

  it('reach the store in order and once each, over lost answers and a closed tab', async () => {
    const { tab, server, browser } = await signedIn()
    browser.meets('answer lost')
    tab.add(donut, 3)
    tab.decrease('donut')
    tab.add(chips)
    tab.remove('chips')
    await settledNow()
    browser.closeTab(tab)

    const next = browser.openTab()
    browser.meets('answered')
    next.become(asha)
    await settledNow()
    expect(server.quantities('asha')).toEqual({ donut: 2 })
    expect(shown(next)).toEqual({ donut: 2 })
    expect(next.getSnapshot().pending).toEqual([])
  })

  it('count beside those of another device', async () => {
    const { tab, server, browser } = await signedIn()
    const phone = createBrowser({ server }).openTab()
    phone.become(asha)
    await settledNow()
    tab.add(donut)
    phone.add(donut)
    await settledNow()
    tab.decrease('donut')
    phone.add(donut)
    await settledNow()
    tab.refresh()
    await settledNow()

    expect(server.quantities('asha')).toEqual({ donut: 2 })
    expect(shown(tab)).toEqual({ donut: 2 })
    expect(browser.waiting()).toBe(0)
  })

  it('that the store refuses are taken back and named', async () => {
    const { tab, server } = await signedIn()
    server.fill('asha', { donut: LINE_QUANTITY_MAX })
    const id = tab.add(donut)
    await settledNow()
    expect(tab.getSnapshot()).toMatchObject({ error: ADD_ITEM_FAILED, failedId: id, pending: [] })
    expect(shown(tab)).toEqual({ donut: LINE_QUANTITY_MAX })

    tab.add(chips)
    await settledNow()
    expect(tab.getSnapshot().error).toBeNull()
  })

  it('that cannot be are refused without asking', async () => {
    const { tab, browser } = await signedIn()
    tab.add(donut, LINE_QUANTITY_MAX)
    await settledNow()
    tab.increase(lineOf('donut'))
    await settledNow()
    expect(tab.getSnapshot().error).toBe(QUANTITY_INVALID)
    expect(browser.sent).toHaveLength(1)
  })

  it('are not sent again when the store may have forgotten them', async () => {
    const { tab, server, browser } = await signedIn()
    browser.meets('answer lost')
    tab.add(donut)
    await settledNow()
    browser.meets('answered')
    await browser.pass(DAY_MS + 1)
    expect(browser.sent).toHaveLength(1)
    expect(tab.getSnapshot()).toMatchObject({ error: ADD_ITEM_FAILED, pending: [] })
    expect(shown(tab)).toEqual(server.quantities('asha'))
  })
})

describe('a store that cannot be reached', () => {
  it('leaves the cart as last seen, says so, and is asked again', async () => {
    const { tab, server, browser } = await signedIn({ donut: 2 })
    const again = browser.openTab()
    browser.meets('lost')
    again.become(asha)
    await settledNow()
    expect(shown(again)).toEqual({ donut: 2 })
    expect(again.getSnapshot()).toMatchObject({ stale: true, error: null, loading: false })

    server.fill('asha', { donut: 5 })
    browser.meets('answered')
    await browser.pass()
    expect(shown(again)).toEqual({ donut: 5 })
    expect(shown(tab)).toEqual({ donut: 2 })
  })

  it('fails to load a cart that was never seen', async () => {
    const browser = createBrowser()
    browser.meets('lost')
    const tab = browser.openTab()
    tab.become(asha)
    await settledNow()
    expect(tab.getSnapshot()).toMatchObject({ error: LOAD_CART_FAILED, stale: true, items: [] })
  })
})

describe('sign-in and sign-out', () => {
  it('fifty times over change nothing (R17)', async () => {
    const { tab, server } = await signedIn({ donut: 2, chips: 7 })
    for (let cycle = 0; cycle < 50; cycle += 1) {
      tab.become(null)
      await settledNow()
      expect(shown(tab)).toEqual({ donut: 2, chips: 7 })
      tab.become(asha)
      await settledNow()
    }
    expect(server.quantities('asha')).toEqual({ donut: 2, chips: 7 })
  })

  it('bring what a guest added, with a receipt that can be undone', async () => {
    const { tab, server } = await guestWith({ donut: 2 })
    server.fill('asha', { donut: 1, chips: 1 })
    tab.become(asha)
    await settledNow()
    expect(server.quantities('asha')).toEqual({ donut: 3, chips: 1 })
    expect(tab.getSnapshot().joined).toMatchObject([{ productId: 'donut', quantity: 2 }])

    tab.undoJoined()
    await settledNow()
    expect(server.quantities('asha')).toEqual({ donut: 1, chips: 1 })
    expect(tab.getSnapshot().joined).toEqual([])
  })

  it('keep a receipt over a reload until it is dismissed', async () => {
    const { tab, browser } = await guestWith({ donut: 2 })
    tab.become(asha)
    await settledNow()
    const next = browser.openTab()
    next.become(asha)
    await settledNow()
    expect(next.getSnapshot().joined).toHaveLength(1)
    next.dismissJoined()
    await settledNow()
    expect(next.getSnapshot().joined).toEqual([])
    expect(shown(next)).toEqual({ donut: 2 })
  })

  it('give the next shopper nothing of the last one (A2)', async () => {
    const { tab, server } = await signedIn({ donut: 3 })
    server.fill('ravi', { donut: 1 })
    tab.become(null)
    tab.remove('donut')
    tab.add(chips)
    await settledNow()
    tab.become(ravi)
    await settledNow()
    expect(server.quantities('ravi')).toEqual({ donut: 1, chips: 1 })
    expect(server.quantities('asha')).toEqual({ donut: 3 })
  })

  it('from one shopper straight to another keep both apart', async () => {
    const { tab, server } = await signedIn({ donut: 3 })
    tab.become(ravi)
    await settledNow()
    expect(shown(tab)).toEqual({})
    expect(server.quantities('ravi')).toEqual({})
  })

  it('keep what waits to be sent for the shopper it belongs to', async () => {
    const { tab, server, browser } = await signedIn()
    browser.meets('lost')
    tab.add(donut)
    await settledNow()
    tab.become(null)
    await settledNow()
    expect(shown(tab)).toEqual({ donut: 1 })
    browser.meets('answered')
    tab.become(ravi)
    await settledNow()
    expect(server.quantities('ravi')).toEqual({})

    tab.become(asha)
    await settledNow()
    expect(server.quantities('asha')).toEqual({ donut: 1 })
  })

  it('bring in as much as fits', async () => {
    const full = Object.fromEntries(
      Array.from({ length: CART_LINES_MAX - 1 }, (_, index) => [`snack-${index}`, 1]),
    )
    const { tab, server } = await guestWith({ donut: 1, chips: 1 })
    server.fill('asha', full)
    tab.become(asha)
    await settledNow()
    expect(server.quantities('asha')).toEqual({ ...full, donut: 1 })
    expect(tab.getSnapshot()).toMatchObject({ error: MERGE_CART_FAILED, pending: [] })
  })

  it('add what was wanted before the sign-in, once, and not after an hour', async () => {
    const browser = createBrowser()
    const session = createStorage()
    const tab = browser.openTab({ session })
    tab.become(null)
    tab.addAfterSignIn(donut)
    tab.become(asha)
    await settledNow()
    const next = browser.openTab({ session })
    next.become(asha)
    await settledNow()
    expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
    tab.become(ravi)
    await settledNow()
    expect(browser.server.quantities('ravi')).toEqual({})

    next.become(null)
    next.addAfterSignIn(chips)
    await browser.pass(60 * 60 * 1000)
    next.become(asha)
    await settledNow()
    expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
  })
})

describe('the copy that a sign-out leaves', () => {
  it('goes with the tab unless the shopper asked to be remembered', async () => {
    const { browser, tab } = await signedIn({ donut: 1 }, { ...asha, remembered: false })
    tab.become(null)
    await settledNow()
    expect(shown(tab)).toEqual({ donut: 1 })
    expect(await newVisitor(browser)).toEqual({})
  })

  it('is there for thirty days otherwise, and what a guest added for longer', async () => {
    const { browser, tab } = await signedIn({ donut: 1 })
    tab.become(null)
    tab.add(chips)
    await settledNow()
    await browser.pass(30 * DAY_MS - 1)
    expect(await newVisitor(browser)).toEqual({ donut: 1, chips: 1 })
    await browser.pass(1)
    expect(await newVisitor(browser)).toEqual({ chips: 1 })
  })
})

describe('two tabs', () => {
  it('see the same cart, and sign out without losing a click', async () => {
    const { browser, tab, server } = await signedIn({ donut: 1 })
    const other = browser.openTab()
    other.become(asha)
    await settledNow()
    tab.add(donut)
    other.add(donut)
    await settledNow()
    browser.tellOthers(tab)
    expect([shown(tab), shown(other)]).toEqual([{ donut: 3 }, { donut: 3 }])

    tab.become(null)
    tab.add(chips)
    await settledNow()
    other.become(null)
    await settledNow()
    expect(shown(other)).toEqual({ donut: 3, chips: 1 })
    tab.become(asha)
    other.become(asha)
    await settledNow()
    expect(server.quantities('asha')).toEqual({ donut: 3, chips: 1 })
  })

  it('each show the copy when it goes with the tab', async () => {
    const shopper = { ...asha, remembered: false }
    const { browser, tab, server } = await signedIn({ donut: 2 }, shopper)
    const other = browser.openTab()
    other.become(shopper)
    await settledNow()
    tab.become(null)
    await settledNow()
    other.become(null)
    await settledNow()
    expect(shown(other)).toEqual({ donut: 2 })
    tab.add(chips)
    other.add(chips)
    tab.become(shopper)
    other.become(shopper)
    await settledNow()
    expect(server.quantities('asha')).toEqual({ donut: 2, chips: 2 })
  })
})

it('histories online and offline, with lost answers and closed tabs: every click once (O1)', async () => {
  for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
    const random = seededRandom(seed)
    const browser = createBrowser()
    const expected: Record<string, number> = {}
    let tab = browser.openTab()
    tab.become(asha)
    for (let step = 0; step < 20; step += 1) {
      const id = pick(random, ['donut', 'chips', 'laddoo'])
      const dice = random()
      if (dice < 0.4) {
        tab.add(snack(id))
        expected[id] = (expected[id] ?? 0) + 1
      } else if (dice < 0.5) {
        tab.decrease(id)
        expected[id] = Math.max((expected[id] ?? 0) - 1, 0)
      } else if (dice < 0.6) {
        tab.remove(id)
        expected[id] = 0
      } else if (dice < 0.75) browser.meets(pick(random, ['answered', 'answer lost', 'lost']))
      else if (dice < 0.9) await browser.pass()
      else {
        await settledNow()
        tab = browser.openTab()
        tab.become(asha)
      }
    }
    browser.meets('answered')
    await settledNow()
    tab.refresh()
    await browser.pass()
    const there = Object.fromEntries(Object.entries(expected).filter(([, quantity]) => quantity > 0))
    expect([seed, browser.server.quantities('asha'), shown(tab)]).toEqual([seed, there, there])
  }
})

describe('storage', () => {
  const broken = {
    getItem: () => '{"version":1,"data":{"items":[{]}',
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => {},
  }

  it.each([
    ['absent', null],
    ['full and corrupt', broken],
  ])('that is %s keeps a guest and a shopper going', async (_case, local) => {
    const browser = createBrowser({ local })
    const tab = browser.openTab({ session: broken })
    tab.become(null)
    tab.add(donut)
    await settledNow()
    expect(shown(tab)).toEqual({ donut: 1 })
    tab.become(asha)
    tab.add(chips)
    await settledNow()
    expect(browser.server.quantities('asha')).toEqual({ donut: 1, chips: 1 })
    tab.become(null)
    await settledNow()
    expect(shown(tab)).toEqual({ donut: 1, chips: 1 })
  })
})

it('is nobody’s until the browser has looked, and empties on demand', async () => {
  const browser = createBrowser()
  const tab = browser.openTab()
  expect(tab.getSnapshot()).toMatchObject({ whose: 'nobody', loading: true })
  tab.become(null)
  tab.add(donut)
  await settledNow()
  expect(tab.getSnapshot()).toMatchObject({ whose: 'guest', totalItems: 1, totalPaise: 1000 })
  tab.clear()
  await settledNow()
  expect(shown(tab)).toEqual({})
})

async function signedIn(quantities: Record<string, number> = {}, shopper = asha) {
  const browser = createBrowser()
  browser.server.fill(shopper.sub, quantities)
  const tab = browser.openTab()
  tab.become(shopper)
  await settledNow()
  return { browser, tab, server: browser.server }
}

async function guestWith(quantities: Record<string, number>) {
  const browser = createBrowser()
  const tab = browser.openTab()
  tab.become(null)
  for (const [id, quantity] of Object.entries(quantities)) tab.add(snack(id), quantity)
  await settledNow()
  return { browser, tab, server: browser.server }
}

async function newVisitor(browser: ReturnType<typeof createBrowser>) {
  const tab = browser.openTab()
  tab.become(null)
  await settledNow()
  return shown(tab)
}
