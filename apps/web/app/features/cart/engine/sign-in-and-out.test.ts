import { CART_LINES_MAX } from '@nashta/contracts/constants'
import { describe, expect, it } from 'vitest'
import { MERGE_CART_FAILED, TRANSFER_CART_FAILED } from '../cart-texts.ts'
import {
  asha,
  chips,
  createBrowser,
  createStorage,
  donut,
  openGuestTab,
  guestQuantitiesInNewTab,
  ravi,
  flushTasks,
  shownQuantities,
  openSignedInTab,
} from './cart-browser.fixture.ts'
import { quantitiesOf } from './cart-server.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('sign-in and sign-out', () => {
  it('fifty sign-outs and sign-ins change no quantity (proof R17)', async () => {
    const { tab, server } = await openSignedInTab({ donut: 2, chips: 7 })
    for (let cycle = 0; cycle < 50; cycle += 1) {
      tab.setOwner(null)
      await flushTasks()
      expect(shownQuantities(tab)).toEqual({ donut: 2, chips: 7 })
      tab.setOwner(asha)
      await flushTasks()
    }
    expect(server.quantities('asha')).toEqual({ donut: 2, chips: 7 })
  })

  it('a sign-out copies the cart, or reports an error if it was never received', async () => {
    const browser = createBrowser()
    browser.server.fill('asha', { donut: 2 })
    browser.setNetwork('down')
    const tab = browser.openTab()
    tab.setOwner(asha)
    await flushTasks()
    tab.setOwner(null)
    await flushTasks()
    expect(tab.getSnapshot()).toMatchObject({ owner: 'guest', items: [], error: TRANSFER_CART_FAILED })

    browser.setNetwork('up')
    tab.setOwner(asha)
    await flushTasks()
    tab.setOwner(null)
    await flushTasks()
    expect(tab.getSnapshot().error).toBeNull()
    expect(shownQuantities(tab)).toEqual({ donut: 2 })
  })

  it('a sign-out with an empty cart reports no error', async () => {
    const { tab } = await openSignedInTab()
    tab.setOwner(null)
    await flushTasks()
    expect(tab.getSnapshot().error).toBeNull()
  })

  it('a sign-in merges the guest’s items, and shows a notice that can undo the merge', async () => {
    const { tab, server } = await openGuestTab({ donut: 2 })
    server.fill('asha', { donut: 1, chips: 1 })
    tab.setOwner(asha)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 3, chips: 1 })
    expect(tab.getSnapshot().merged).toMatchObject([{ productId: 'donut', quantity: 2 }])

    tab.undoMerge()
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 1, chips: 1 })
    expect(tab.getSnapshot().merged).toEqual([])
  })

  it('the notice lists the items of both guest carts that a sign-in merges, and undoes both merges', async () => {
    const { tab, server } = await openTabWithTwoGuestCarts()
    tab.setOwner(asha)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 4, chips: 1 })
    expect(quantitiesOf(tab.getSnapshot().merged)).toEqual({ donut: 3, chips: 1 })

    tab.undoMerge()
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 1 })
  })

  it('a failed merge of one guest cart leaves the items of the other in the notice', async () => {
    const { tab, browser } = await openTabWithTwoGuestCarts()
    browser.setNetwork('responses lost')
    tab.setOwner(asha)
    await flushTasks()
    browser.setNetwork('up')
    // The first merge is now too old to be sent again. The second was never sent.
    await browser.passTime(DAY_MS + 1)
    expect(tab.getSnapshot().error).toBe(MERGE_CART_FAILED)
    expect(quantitiesOf(tab.getSnapshot().merged)).toEqual({ donut: 1, chips: 1 })
  })

  it('the notice of a merge stays after a reload until the shopper dismisses it', async () => {
    const { tab, browser } = await openGuestTab({ donut: 2 })
    tab.setOwner(asha)
    await flushTasks()
    const next = browser.openTab()
    next.setOwner(asha)
    await flushTasks()
    expect(next.getSnapshot().merged).toHaveLength(1)
    next.dismissMergeNotice()
    await flushTasks()
    expect(next.getSnapshot().merged).toEqual([])
    expect(shownQuantities(next)).toEqual({ donut: 2 })
  })

  it('the next shopper gets nothing of the previous shopper’s cart (A2)', async () => {
    const { tab, server } = await openSignedInTab({ donut: 3 })
    server.fill('ravi', { donut: 1 })
    tab.setOwner(null)
    tab.remove('donut')
    tab.add(chips)
    await flushTasks()
    tab.setOwner(ravi)
    await flushTasks()
    expect(server.quantities('ravi')).toEqual({ donut: 1, chips: 1 })
    expect(server.quantities('asha')).toEqual({ donut: 3 })
  })

  it('the carts of two shoppers stay apart when one signs in directly after the other', async () => {
    const { tab, server } = await openSignedInTab({ donut: 3 })
    tab.setOwner(ravi)
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({})
    expect(server.quantities('ravi')).toEqual({})
  })

  it('unsent operations are sent at the next sign-in of the shopper who made them', async () => {
    const { tab, server, browser } = await openSignedInTab()
    browser.setNetwork('down')
    tab.add(donut)
    await flushTasks()
    tab.setOwner(null)
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({ donut: 1 })
    browser.setNetwork('up')
    tab.setOwner(ravi)
    await flushTasks()
    expect(server.quantities('ravi')).toEqual({})

    tab.setOwner(asha)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 1 })
  })

  it('a sign-in merges as many items as fit, and its notice lists only those', async () => {
    const full = Object.fromEntries(
      Array.from({ length: CART_LINES_MAX - 1 }, (_, index) => [`snack-${index}`, 1]),
    )
    const { tab, server } = await openGuestTab({ donut: 1, chips: 1 })
    server.fill('asha', full)
    tab.setOwner(asha)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ ...full, donut: 1 })
    expect(tab.getSnapshot()).toMatchObject({ error: MERGE_CART_FAILED, pending: [] })
    expect(tab.getSnapshot().merged).toMatchObject([{ productId: 'donut' }])
  })

  it('a product chosen before the sign-in is added once, and only within an hour', async () => {
    const browser = createBrowser()
    const session = createStorage()
    const tab = browser.openTab({ session })
    tab.setOwner(null)
    tab.addAfterSignIn(donut)
    tab.setOwner(asha)
    await flushTasks()
    // A tab with the same session storage is the same tab after a reload.
    const next = browser.openTab({ session })
    next.setOwner(asha)
    await flushTasks()
    expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
    tab.setOwner(ravi)
    await flushTasks()
    expect(browser.server.quantities('ravi')).toEqual({})

    next.setOwner(null)
    next.addAfterSignIn(chips)
    await browser.passTime(60 * 60 * 1000)
    next.setOwner(asha)
    await flushTasks()
    expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
  })
})

describe('the guest copy that a sign-out leaves', () => {
  it('a guest copy ends with the tab when the shopper did not choose “Remember me”', async () => {
    const { browser, tab } = await openSignedInTab({ donut: 1 }, { ...asha, rememberMe: false })
    tab.setOwner(null)
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({ donut: 1 })
    expect(await guestQuantitiesInNewTab(browser)).toEqual({})
  })

  it('a guest copy with “Remember me” expires after thirty days; added items stay', async () => {
    const { browser, tab } = await openSignedInTab({ donut: 1 })
    tab.setOwner(null)
    tab.add(chips)
    await flushTasks()
    await browser.passTime(30 * DAY_MS - 1)
    expect(await guestQuantitiesInNewTab(browser)).toEqual({ donut: 1, chips: 1 })
    await browser.passTime(1)
    expect(await guestQuantitiesInNewTab(browser)).toEqual({ chips: 1 })
  })
})

describe('two tabs', () => {
  it('two tabs show the same cart, and sign out without losing an operation', async () => {
    const { browser, tab, server } = await openSignedInTab({ donut: 1 })
    const other = browser.openTab()
    other.setOwner(asha)
    await flushTasks()
    tab.add(donut)
    other.add(donut)
    await flushTasks()
    browser.notifyOtherTabs(tab)
    expect([shownQuantities(tab), shownQuantities(other)]).toEqual([{ donut: 3 }, { donut: 3 }])

    tab.setOwner(null)
    tab.add(chips)
    await flushTasks()
    other.setOwner(null)
    await flushTasks()
    expect(shownQuantities(other)).toEqual({ donut: 3, chips: 1 })
    tab.setOwner(asha)
    other.setOwner(asha)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 3, chips: 1 })
  })

  it('two tabs each show their own guest copy after a sign-out without “Remember me”', async () => {
    const shopper = { ...asha, rememberMe: false }
    const { browser, tab, server } = await openSignedInTab({ donut: 2 }, shopper)
    const other = browser.openTab()
    other.setOwner(shopper)
    await flushTasks()
    tab.setOwner(null)
    await flushTasks()
    other.setOwner(null)
    await flushTasks()
    expect(shownQuantities(other)).toEqual({ donut: 2 })
    tab.add(chips)
    other.add(chips)
    tab.setOwner(shopper)
    other.setOwner(shopper)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 2, chips: 2 })
  })
})

/**
 * A tab after a sign-out without “Remember me”. The cart that the sign-out copied, with one donut,
 * belongs to the tab. To it the guest has added two donuts, and to the shared cart a donut and chips.
 */
async function openTabWithTwoGuestCarts() {
  const opened = await openSignedInTab({ donut: 1 }, { ...asha, rememberMe: false })
  opened.tab.setOwner(null)
  await flushTasks()
  opened.tab.add(donut, 2)
  const other = opened.browser.openTab()
  other.setOwner(null)
  other.add(donut)
  other.add(chips)
  await flushTasks()
  return opened
}
