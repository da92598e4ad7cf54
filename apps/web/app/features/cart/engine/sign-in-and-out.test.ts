import { CART_LINES_MAX } from '@nashta/contracts/constants'
import { describe, expect, it } from 'vitest'
import { MERGE_CART_FAILED } from '../cart-texts.ts'
import {
  asha,
  chips,
  createBrowser,
  createStorage,
  donut,
  guestWith,
  newVisitor,
  ravi,
  settledNow,
  shown,
  signedIn,
} from './cart-browser.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000

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
