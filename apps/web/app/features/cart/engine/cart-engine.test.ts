import { QUANTITY_INVALID } from '@nashta/contracts/cart/cart-texts'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { describe, expect, it } from 'vitest'
import { guestCartRecord } from '../../../data/storage/storage-records.ts'
import {
  ADD_ITEM_FAILED,
  LOAD_CART_FAILED,
  MERGE_CART_FAILED,
  REMOVE_ITEM_FAILED,
  UPDATE_ITEM_FAILED,
} from '../cart-texts.ts'
import {
  asha,
  chips,
  createBrowser,
  createStorage,
  donut,
  lineOf,
  flushTasks,
  openGuestTab,
  shownQuantities,
  openSignedInTab,
} from './cart-browser.fixture.ts'
import type { CartEngine } from './cart-engine.ts'

/** The store deletes the id of an operation after this time. */
const ID_LIFETIME_MS = 24 * 60 * 60 * 1000

describe('cart operations', () => {
  it('an operation is shown at once, and is pending until the store has responded', async () => {
    const { tab, server, browser } = await openSignedInTab()
    browser.setNetwork('down')
    const first = tab.add(donut)
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({ donut: 1 })
    expect(tab.getSnapshot()).toMatchObject({ pending: [first], stale: true })

    browser.setNetwork('up')
    await browser.passTime()
    expect(tab.getSnapshot()).toMatchObject({ pending: [], stale: false })
    expect(server.quantities('asha')).toEqual({ donut: 1 })
  })

  it('an operation is pending as soon as it is submitted', async () => {
    const { tab } = await openSignedInTab()
    const id = tab.add(donut)
    expect(tab.getSnapshot().pending).toEqual([id])
    await flushTasks()
    expect(tab.getSnapshot().pending).toEqual([])
  })

  it('a guest’s operations are stored once although the page closes without the lock', async () => {
    const local = createStorage()
    const tab = createBrowser({ local }).openTab()
    tab.setOwner(null)
    await flushTasks()
    tab.add(donut, 2)
    tab.add(chips)
    expect(local.getItem(guestCartRecord.key)).toBe(null)

    // The page closes.
    tab.writeNow()
    const stored = local.getItem(guestCartRecord.key) ?? ''
    expect(stored).toContain('donut')
    expect(stored).toContain('chips')
    await flushTasks()
    expect(local.getItem(guestCartRecord.key)).toBe(stored)
    expect(shownQuantities(tab)).toEqual({ donut: 2, chips: 1 })
  })

  it('operations reach the store in order and once each, despite lost responses and a closed tab', async () => {
    const { tab, server, browser } = await openSignedInTab()
    browser.setNetwork('responses lost')
    tab.add(donut, 3)
    tab.decrease('donut')
    tab.add(chips)
    tab.remove('chips')
    await flushTasks()
    browser.closeTab(tab)

    const next = browser.openTab()
    browser.setNetwork('up')
    next.setOwner(asha)
    await flushTasks()
    expect(server.quantities('asha')).toEqual({ donut: 2 })
    expect(shownQuantities(next)).toEqual({ donut: 2 })
    expect(next.getSnapshot().pending).toEqual([])
  })

  it('operations of two devices add up', async () => {
    const { tab, server, browser } = await openSignedInTab()
    const phone = createBrowser({ server }).openTab()
    phone.setOwner(asha)
    await flushTasks()
    tab.add(donut)
    phone.add(donut)
    await flushTasks()
    tab.decrease('donut')
    phone.add(donut)
    await flushTasks()
    tab.refresh()
    await flushTasks()

    expect(server.quantities('asha')).toEqual({ donut: 2 })
    expect(shownQuantities(tab)).toEqual({ donut: 2 })
    // No retry is scheduled.
    expect(browser.timerCount()).toBe(0)
  })

  it.each<[string, (tab: CartEngine) => void]>([
    ['an operation', (tab) => tab.add(donut)],
    ['another refresh', (tab) => tab.refresh()],
  ])('a refresh during the request of %s reads the cart again', async (_request, send) => {
    const { tab, server, browser } = await openSignedInTab()
    const release = browser.holdResponses()
    send(tab)
    await flushTasks()
    server.fill('asha', { chips: 1 })
    tab.refresh()
    release()
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({ chips: 1 })
  })

  it('an operation that the store refuses is undone and reported', async () => {
    const { tab, server } = await openSignedInTab()
    server.fill('asha', { donut: LINE_QUANTITY_MAX })
    const id = tab.add(donut)
    await flushTasks()
    expect(tab.getSnapshot()).toMatchObject({ error: ADD_ITEM_FAILED, failedId: id, pending: [] })
    expect(shownQuantities(tab)).toEqual({ donut: LINE_QUANTITY_MAX })

    tab.add(chips)
    await flushTasks()
    expect(tab.getSnapshot().error).toBeNull()
  })

  it('an operation beyond the limits of a cart is refused without a request', async () => {
    const { tab, browser } = await openSignedInTab()
    tab.add(donut, LINE_QUANTITY_MAX)
    await flushTasks()
    tab.increase(lineOf('donut'))
    await flushTasks()
    expect(tab.getSnapshot().error).toBe(QUANTITY_INVALID)
    expect(browser.sent).toHaveLength(1)
  })

  it.each<[string, (tab: CartEngine) => void]>([
    [ADD_ITEM_FAILED, (tab) => tab.add(donut)],
    [REMOVE_ITEM_FAILED, (tab) => tab.remove('donut')],
    [UPDATE_ITEM_FAILED, (tab) => tab.decrease('donut')],
  ])(
    'an operation whose id the store may have deleted is not retried, and fails: %s',
    async (text, operate) => {
      const { tab, server, browser } = await openSignedInTab({ donut: 2 })
      browser.setNetwork('responses lost')
      operate(tab)
      await flushTasks()
      browser.setNetwork('up')
      await browser.passTime(ID_LIFETIME_MS + 1)
      expect(browser.sent).toHaveLength(1)
      expect(tab.getSnapshot()).toMatchObject({ error: text, pending: [] })
      expect(shownQuantities(tab)).toEqual(server.quantities('asha'))
    },
  )

  it('a merge of several lines whose id the store may have deleted is not retried, nor split, and fails', async () => {
    const { tab, server, browser } = await openGuestTab({ donut: 2, chips: 1 })
    browser.setNetwork('responses lost')
    tab.setOwner(asha)
    await flushTasks()
    browser.setNetwork('up')
    await browser.passTime(ID_LIFETIME_MS + 1)
    expect(browser.sent).toHaveLength(1)
    expect(server.quantities('asha')).toEqual({ donut: 2, chips: 1 })
    // The store may not have applied the merge, so the shopper cannot undo it.
    expect(tab.getSnapshot()).toMatchObject({ error: MERGE_CART_FAILED, pending: [], merged: [] })
    expect(shownQuantities(tab)).toEqual({ donut: 2, chips: 1 })
  })
})

describe('with an unreachable store', () => {
  it('a tab shows the cart as last received, marks it stale, and retries', async () => {
    const { tab, server, browser } = await openSignedInTab({ donut: 2 })
    const secondTab = browser.openTab()
    browser.setNetwork('down')
    secondTab.setOwner(asha)
    await flushTasks()
    expect(shownQuantities(secondTab)).toEqual({ donut: 2 })
    expect(secondTab.getSnapshot()).toMatchObject({ stale: true, error: null, loading: false })

    server.fill('asha', { donut: 5 })
    browser.setNetwork('up')
    await browser.passTime()
    expect(shownQuantities(secondTab)).toEqual({ donut: 5 })
    // No storage event has told the first tab of the change.
    expect(shownQuantities(tab)).toEqual({ donut: 2 })
  })

  it('a cart stays stale when a session event names the same shopper again', async () => {
    const { tab, browser } = await openSignedInTab()
    browser.setNetwork('down')
    tab.refresh()
    await flushTasks()
    tab.setOwner(asha)
    tab.add(donut)
    expect(tab.getSnapshot().stale).toBe(true)
  })

  it('a cart that was never received shows an error', async () => {
    const browser = createBrowser()
    browser.setNetwork('down')
    const tab = browser.openTab()
    tab.setOwner(asha)
    await flushTasks()
    expect(tab.getSnapshot()).toMatchObject({ error: LOAD_CART_FAILED, stale: true, items: [] })
  })
})

describe('whenSent', () => {
  it('whenSent resolves after the response to the last operation', async () => {
    const { tab, browser } = await openSignedInTab()
    const respond = browser.holdResponses()
    tab.add(donut)
    tab.add(chips)
    let isSent = false
    const sent = tab.whenSent(5000).then(() => {
      isSent = true
    })
    await flushTasks()
    expect(isSent).toBe(false)

    respond()
    await sent
    expect(tab.getSnapshot().pending).toEqual([])
    // The timeout was cancelled.
    expect(browser.timerCount()).toBe(0)
  })

  it('whenSent resolves at once when nothing is pending', async () => {
    const { tab } = await openSignedInTab()
    await expect(tab.whenSent(5000)).resolves.toBeUndefined()
  })

  it('whenSent resolves after its timeout when the store cannot be reached', async () => {
    const { tab, browser } = await openSignedInTab()
    browser.setNetwork('down')
    tab.add(donut)
    await flushTasks()
    const sent = tab.whenSent(5000)
    await browser.passTime(5000)
    await expect(sent).resolves.toBeUndefined()
    expect(tab.getSnapshot().pending).toHaveLength(1)
  })
})

describe('unusable storage', () => {
  /** A storage that is full, and whose records are no JSON. */
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
  ])('a cart works for a guest and for a shopper when the storage is %s', async (_case, local) => {
    const browser = createBrowser({ local })
    const tab = browser.openTab({ session: broken })
    tab.setOwner(null)
    tab.add(donut)
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({ donut: 1 })
    tab.setOwner(asha)
    tab.add(chips)
    await flushTasks()
    expect(browser.server.quantities('asha')).toEqual({ donut: 1, chips: 1 })
    tab.setOwner(null)
    await flushTasks()
    expect(shownQuantities(tab)).toEqual({ donut: 1, chips: 1 })
  })
})

it('the owner of a cart is unknown until the session is known', async () => {
  const browser = createBrowser()
  const tab = browser.openTab()
  expect(tab.getSnapshot()).toMatchObject({ owner: 'unknown', loading: true })
  tab.setOwner(null)
  tab.add(donut)
  await flushTasks()
  expect(tab.getSnapshot()).toMatchObject({ owner: 'guest', totalItems: 1, totalPaise: 1000 })
})
