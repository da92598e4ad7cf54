import type { Locator, Page } from '@playwright/test'
import { adminApi, openDesk, placeOrders, test } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

// The narrowest phones that are still sold.
test.use({ viewport: { width: 360, height: 800 }, hasTouch: true })

test.beforeEach(async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder))
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not on the page')
  return { ...box, bottom: box.y + box.height }
}

/** Whether nothing lies over the middle of the text. */
function isSeen(text: Locator) {
  return text.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return element === found || element.contains(found)
  })
}

async function selectFirst(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .check()
  return page.getByRole('toolbar', { name: 'Selected orders' })
}

test('the actions of a changed form are one row', { tag: ONCE }, async ({ page }) => {
  for (const [path, label] of [
    ['menus', 'Text'],
    ['settings', 'Trade name'],
    ['products/new', 'Name'],
    ['products/donut-strawberry-sprinkle', 'Name'],
  ] as const) {
    await page.goto(`/desk/${path}`)
    await page.getByLabel(label, { exact: true }).first().fill('Changed')
    const actions = page.locator('[data-changed]')
    await expect(actions, path).toBeVisible()
    expect((await boxOf(actions)).height, path).toBeLessThan(64)
    await page.getByRole('button', { name: 'Discard' }).first().tap()
  }
})

test(
  'the hint and the error of the last field of a dialog can be read',
  { tag: ONCE },
  async ({ page, request }) => {
    const { ids } = await placeOrders(request)
    await page.goto(`/desk/orders/${ids[0]}`)
    await page.getByRole('button', { name: 'Cancel' }).tap()
    const dialog = page.getByRole('dialog')
    expect(await isSeen(dialog.getByText('The shopper sees this'))).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel the order' }).tap()
    expect(await isSeen(dialog.getByText('Please say why you cancel the order'))).toBe(true)
  },
)

test(
  'every column of the orders is on the screen, and a message lies above the bar',
  { tag: ONCE },
  async ({ page, request, store }) => {
    // Longer than the screen, so that the bar sticks to its lower edge.
    const orderIds: string[] = []
    // A shopper may have few unpaid orders at once.
    for (let shopper = 0; shopper < 4; shopper += 1)
      orderIds.push(...(await placeOrders(request, { count: 3 })).ids)
    const api = await adminApi(request, store.dataFolder)
    await api('POST', '/admin/orders/bulk', { action: 'printed', orderIds })
    await page.goto('/desk/orders?work=pack')
    await (await selectFirst(page)).getByRole('button', { name: 'Mark as packed' }).tap()
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    const bar = await selectFirst(page)
    expect((await boxOf(undo)).bottom).toBeLessThan((await boxOf(bar)).y)

    // The rows of this tab are the widest.
    await api('POST', '/admin/orders/bulk', { action: 'pack', orderIds })
    await page.goto('/desk/orders?work=handOver')
    await expect(page.getByText('printed').first()).toBeVisible()
    const cut = await page
      .getByRole('table')
      .evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
    expect(cut).toBeLessThanOrEqual(0)
  },
)
