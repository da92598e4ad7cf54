import type { APIRequestContext, Page } from '@playwright/test'
import {
  adminApi,
  heading,
  openDesk,
  orderNumberOf,
  placeOrders,
  type PlaceOrdersOptions,
  rows,
  test,
  toast,
  TWO_PRODUCTS,
} from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { pdfPageSizes } from '../../support/pdf.ts'
import { expect } from '../../support/test.ts'

const A5 = '148 × 210'

/** A tab of the orders screen, such as "To pack". */
const workTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name })

/** Presses keys one after the other, such as `g o`. */
async function press(page: Page, keys: string) {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Activates the link of a print document, and returns the new browser tab that shows it. */
async function openPrint(page: Page, activateLink: () => Promise<void>) {
  const opened = page.context().waitForEvent('page')
  await activateLink()
  const printTab = await opened
  await expect(printTab.locator('.print-sheet').first()).toBeVisible()
  return printTab
}

/**
 * Places 20 first orders with cash on delivery, which an operator confirms. They come from two
 * shoppers, because one account may have ten unpaid orders.
 */
async function placeCashOrdersToConfirm(
  request: APIRequestContext,
  { dataFolder }: { dataFolder: string },
  options: PlaceOrdersOptions = {},
) {
  const setUp = await adminApi(request, dataFolder)
  const { shop } = await setUp('GET', '/admin/shop')
  await setUp('PUT', '/admin/shop', { ...shop, confirmFirstCashOrders: true })
  const first = await placeOrders(request, { count: 10, ...options })
  const second = await placeOrders(request, { count: 10, ...options, name: first.name })
  // The sign-ins of the shoppers, by the same client, have ended the session of the admin.
  const restore = await adminApi(request, dataFolder)
  await restore('PUT', '/admin/shop', shop)
  return { ...first, ids: [...first.ids, ...second.ids] }
}

test(
  '20 orders are confirmed, packed, printed and shipped by keyboard alone',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids, name } = await placeCashOrdersToConfirm(request, store, { products: TWO_PRODUCTS })
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'))
    await expect(heading(page, 'Today')).toBeVisible()

    /** Selects the shopper's orders in this tab of the orders screen. */
    async function selectAllIn(work: string) {
      await press(page, 'Control+k')
      await page.keyboard.type(`orders: ${work}`)
      await press(page, 'Enter')
      await expect(workTab(page, work)).toHaveAttribute('aria-current', 'page')
      await press(page, '/')
      await page.keyboard.type(name)
      // A list of the half-typed name would lose its selection when the rest arrives.
      await page.waitForURL(({ searchParams }) => searchParams.get('search') === name)
      await expect(page.getByText('20 orders', { exact: true })).toBeVisible()
      // In the search box, `a` would be a letter.
      await press(page, 'Tab')
      await press(page, 'a')
      await expect(page.getByText('20 orders selected')).toBeVisible()
    }

    await selectAllIn('To confirm')
    await press(page, 'c')
    await expect(page.getByRole('dialog', { name: 'Confirm 20 orders' })).toBeVisible()
    await press(page, 'Enter')
    await expect(toast(page, '20 orders confirmed')).toBeVisible()
    await selectAllIn('To pack')
    await press(page, 'p')
    for (let order = 1; order <= 20; order += 1) {
      await expect(page.getByText(`${order} of 20`)).toBeVisible()
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
      // Enter checks off one product, and each order has two.
      await press(page, 'Enter Enter')
    }
    await expect(page.getByText('20 orders packed')).toBeVisible()
    await selectAllIn('To hand over')
    await press(page, 'Shift+P')
    await expect(page.getByRole('link', { name: /^Packing slips/ })).toBeFocused()
    const slips = await openPrint(page, () => press(page, 'Enter'))
    expect(pdfPageSizes(await slips.pdf({ preferCSSPageSize: true }))).toEqual(Array(20).fill(A5))
    await expect(slips.getByText('20 orders marked as printed')).toBeVisible()
    await slips.close()
    // The dialog stays for the next paper.
    await expect(page.getByRole('link', { name: /^Labels/ })).toBeVisible()
    await press(page, 'Escape')
    await press(page, 's')
    await page.keyboard.type('Delhivery')
    await press(page, 'Enter')
    await expect(toast(page, '20 orders shipped')).toBeVisible()

    const api = await adminApi(request, store.dataFolder)
    for (const id of ids)
      expect(await api('GET', `/admin/orders/${id}`)).toMatchObject({
        orderStatus: 'SHIPPED',
        printedAt: expect.any(String),
        packing: { packedAt: expect.any(String) },
        parcels: [{ courier: 'Delhivery' }],
      })
  },
)

test('20 orders are confirmed, packed, printed and shipped by touch', async ({
  page,
  request,
  store,
  viewport,
  hasTouch,
}) => {
  test.skip(!hasTouch || viewport?.width !== 390, 'needs a phone')
  const { ids, name } = await placeCashOrdersToConfirm(request, store)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'))

  /** Selects the shopper's orders in this tab of the orders screen. */
  async function selectAllIn(work: string) {
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Orders' }).tap()
    await workTab(page, work).tap()
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(name)
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByText('20 orders', { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all' }).tap()
  }

  await selectAllIn('To confirm')
  await page.getByRole('button', { name: 'Confirm' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).tap()
  await expect(toast(page, '20 orders confirmed')).toBeVisible()
  await selectAllIn('To pack')
  await page.getByRole('button', { name: 'Pack one by one' }).tap()
  for (let order = 1; order <= 20; order += 1) {
    await expect(page.getByText(`${order} of 20`)).toBeVisible()
    await page.getByRole('checkbox', { name: /Strawberry/ }).tap()
  }
  await expect(page.getByText('20 orders packed')).toBeVisible()
  await selectAllIn('To hand over')
  await page.getByRole('button', { name: 'Print' }).tap()
  const labels = await openPrint(page, () => page.getByRole('link', { name: /^Labels/ }).tap())
  await expect(labels.locator('.print-sheet')).toHaveCount(20)
  await labels.close()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Ship' }).tap()
  await page.getByLabel('Courier').fill('DTDC')
  await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).tap()
  await expect(toast(page, '20 orders shipped')).toBeVisible()
  const api = await adminApi(request, store.dataFolder)
  const { orders } = await api('GET', `/admin/orders?work=onTheWay&search=${encodeURIComponent(name)}`)
  expect(orders.map(({ purchaseId }: { purchaseId: string }) => purchaseId).toSorted()).toEqual(
    ids.toSorted(),
  )
})

test(
  'new orders wait behind a button, and a bulk action names the orders that it could not change',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids } = await placeOrders(request, { count: 2 })
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/orders?work=pack')
    await expect(rows(page).first()).toHaveText(`#${orderNumberOf(ids[1])}`)
    const later = await placeOrders(request, { count: 2 })
    await expect(page.getByRole('button', { name: '2 new' })).toBeVisible()
    await expect(rows(page).first()).toHaveText(`#${orderNumberOf(ids[1])}`)
    await page.getByRole('button', { name: '2 new' }).click()
    await expect(rows(page).first()).toHaveText(`#${orderNumberOf(later.ids[1])}`)

    await page.getByLabel(`Select order ${orderNumberOf(ids[0])}`).check()
    await page.getByLabel(`Select order ${orderNumberOf(ids[1])}`).check()
    const api = await adminApi(request, store.dataFolder)
    await api('POST', `/admin/orders/${ids[0]}/cancel`, { reason: 'Out of stock' })
    await page.getByRole('button', { name: 'Mark as packed' }).click()
    const question = page.getByRole('dialog', { name: 'Mark 2 orders as packed' })
    await question.getByRole('button', { name: 'Mark as packed' }).click()
    await expect(toast(page, '1 order packed')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(`#${orderNumberOf(ids[0])}`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, '1 order to be packed again')).toBeVisible()
    await expect.poll(async () => (await api('GET', `/admin/orders/${ids[1]}`)).work).toBe('pack')
  },
)
