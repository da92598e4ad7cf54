import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { adminApi, heading, openDesk, orderNumberOf, placeOrders, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { signIn } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

const numberField = (page: Page, id = '') => page.getByLabel(`Tracking number of #${orderNumberOf(id)}`)

/**
 * A browser that reads barcodes. The camera is a drawn picture, and the reader finds the codes of
 * `window.shownCodes` in it at every look, because Chromium has no reader on this system.
 */
async function withCamera(page: Page) {
  await page.addInitScript(() => {
    class Reader {
      async detect() {
        return Reflect.get(globalThis, 'shownCodes').map((rawValue: string) => ({ rawValue }))
      }
    }
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')
    Object.assign(globalThis, { BarcodeDetector: Reader, shownCodes: [] })
    Object.assign(navigator.mediaDevices, { getUserMedia: async () => canvas.captureStream() })
  })
}

const showToCamera = (page: Page, ...codes: string[]) =>
  page.evaluate((shown) => void Reflect.set(globalThis, 'shownCodes', shown), codes)

test('numbers are pasted and scanned for several orders, corrected, and the shopper follows each parcel', async ({
  page,
  request,
  store,
  browser,
}) => {
  const setUp = await adminApi(request, store.dataFolder)
  const { shop } = await setUp('GET', '/admin/shop')
  await setUp('PUT', '/admin/shop', {
    ...shop,
    couriers: ['Raju Cycles https://raju.example/where/{number}'],
  })
  const { ids, shopper } = await placeOrders(request, { count: 3 })
  const [first = '', second = '', third = ''] = ids
  const pack = await adminApi(request, store.dataFolder)
  await pack('POST', '/admin/orders/bulk', { action: 'pack', orderIds: ids })
  await withCamera(page)
  await openDesk(
    page,
    await newOperator(request, store.dataFolder, 'manager'),
    `/desk/parcels?orders=${ids.join(',')}`,
  )
  await expect(heading(page, 'Parcels')).toBeVisible()

  await page.getByLabel('Courier', { exact: true }).fill('delhivery')
  await page.getByLabel('Paste numbers').fill(`AWB,Order\nDL2002,${orderNumberOf(second)}\nDL2001,ZZZZZZZZ`)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(numberField(page, second)).toHaveValue('DL2002')
  await expect(page.getByText('Line 3: no order ZZZZZZZZ in this list')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Scan' }).click()
  const scanner = page.getByRole('dialog', { name: 'Scan' })
  // The label of the order and that of the courier are in one picture.
  await showToCamera(page, 'DL3003', orderNumberOf(third))
  await expect(scanner.getByText(`#${orderNumberOf(third)}: DL3003`)).toBeVisible()
  await showToCamera(page, 'DL2002')
  await expect(scanner.getByText('DL2002 is there already')).toBeVisible()
  await showToCamera(page, 'DL1OO1')
  await expect(scanner.getByText(`#${orderNumberOf(first)}: DL1OO1`)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Ship 3 orders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(toast(page, '3 orders shipped')).toBeVisible()

  await page.goto(`/desk/orders/${first}`)
  const parcels = page.getByRole('region', { name: 'Parcel' })
  await parcels.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tracking number').fill('DL1001')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await expect(toast(page, 'Corrected')).toBeVisible()
  await page.getByRole('button', { name: 'Add a parcel' }).click()
  await dialog.getByLabel('Courier').fill('raju cycles')
  await dialog.getByLabel('Tracking number').fill('77')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(toast(page, 'Parcel added')).toBeVisible()

  const other = await browser.newContext()
  const shopperPage = await other.newPage()
  await shopperPage.goto(new URL(`/purchase-history/${first}`, page.url()).href)
  await signIn(shopperPage, shopper)
  const list = shopperPage.getByRole('list', { name: 'Parcels' })
  await expect(list.getByText('delhivery, DL1001')).toBeVisible()
  await expect(list.getByRole('link', { name: 'Track it' }).first()).toHaveAttribute(
    'href',
    'https://www.delhivery.com/track-v2/package/DL1001',
  )
  await expect(list.getByRole('link', { name: 'Track it' }).last()).toHaveAttribute(
    'href',
    'https://raju.example/where/77',
  )
  await expect(shopperPage.getByText('Another parcel')).toBeVisible()
  await other.close()
})

test('orders that were shipped without a number get it later', async ({ page, request, store }) => {
  const { ids } = await placeOrders(request, { count: 2 })
  const operator = await adminApi(request, store.dataFolder)
  await operator('POST', '/admin/orders/bulk', { action: 'pack', orderIds: ids })
  await operator('POST', '/admin/orders/bulk', { action: 'ship', orderIds: ids, courier: 'DTDC' })
  await openDesk(
    page,
    await newOperator(request, store.dataFolder, 'manager'),
    `/desk/parcels?tab=onTheWay&orders=${ids.join(',')}`,
  )
  await page.getByLabel('Paste numbers').fill('DT1\nDT22')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByText('Line 1: no tracking number in “DT1”')).toBeVisible()
  await page.getByLabel('Paste numbers').fill('DT0011')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(numberField(page, ids[0])).toHaveValue('DT22')
  await expect(numberField(page, ids[1])).toHaveValue('DT0011')
  await page.getByRole('button', { name: 'Save 2 orders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, '2 orders with a tracking number')).toBeVisible()
})
