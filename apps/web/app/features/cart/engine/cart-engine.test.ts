import { QUANTITY_INVALID } from '@nashta/contracts/cart/cart-texts'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { describe, expect, it } from 'vitest'
import { GUEST_CART_KEY } from '../../../data/storage-keys.ts'
import { ADD_ITEM_FAILED, LOAD_CART_FAILED } from '../cart-texts.ts'
import {
  asha,
  chips,
  createBrowser,
  createStorage,
  donut,
  lineOf,
  settledNow,
  shown,
  signedIn,
} from './cart-browser.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000

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
