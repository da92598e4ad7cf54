import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { adminApi, heading, openDesk, orderNumberOf, placeOrders, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const NUTS = 'nuts-royal-mix'

/** Fills in the fields of the open dialog, and presses its button. */
async function submitDialog(page: Page, fields: Readonly<Record<string, string>>, button: string) {
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('goods are received, taken out and counted, and every change stands in the history with its order', async ({
  page,
  request,
  store,
}) => {
  const operator = await adminApi(request, store.dataFolder)
  await operator('PUT', `/products/${NUTS}`, { stock: 5 })
  const { ids } = await placeOrders(request, { products: [NUTS] })
  const [id = ''] = ids
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/products/${NUTS}`)
  await page.getByRole('link', { name: 'Stock', exact: true }).click()
  await expect(heading(page, /^Stock of /)).toBeVisible()
  await expect(page.getByText('4 units left')).toBeVisible()

  await page.getByRole('button', { name: 'Receive' }).click()
  await submitDialog(page, { Units: 'many' }, 'Receive')
  await expect(page.getByText('Units are a whole number, one or more')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await submitDialog(
    page,
    { Units: '24', 'Cost of a unit': '182.5', Batch: 'RM-7', 'Best before': '2027-03-31' },
    'Receive',
  )
  await expect(toast(page, '24 received')).toBeVisible()
  await expect(page.getByText('28 units left')).toBeVisible()

  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  await page.getByRole('dialog').getByLabel('What has happened').selectOption('Damaged')
  await submitDialog(page, { Units: '90' }, 'Take out')
  await expect(page.getByText('Only 28 are in the stock: count it first')).toBeVisible()
  await submitDialog(page, { Units: '2', Note: 'Torn packs' }, 'Take out')
  await expect(toast(page, '2 taken out')).toBeVisible()

  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await submitDialog(page, { 'Units left to sell': '25' }, 'Save the count')
  await expect(toast(page, 'Count saved')).toBeVisible()

  const other = await adminApi(request, store.dataFolder)
  await other('POST', `/admin/orders/${id}/cancel`, { reason: 'Asked for it' })
  await page.reload()
  const rows = page.getByRole('listitem').filter({ hasText: / left$/ })
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(0)).toContainText(`+1Order cancelled #${orderNumberOf(id)}`)
  await expect(rows.nth(1)).toContainText('−1Counted')
  await expect(rows.nth(2)).toContainText('−2DamagedTorn packs')
  await expect(rows.nth(3)).toContainText('+24Received')
  await expect(rows.nth(3)).toContainText('batch RM-7, best before 31 Mar 2027, ₹182.50 each')
  await expect(rows.nth(4)).toContainText(`−1Ordered #${orderNumberOf(id)}`)
  await expect(rows.nth(4)).toContainText('4 left')
  expect(await accessibilityViolations(page)).toEqual([])
  await rows.nth(4).getByRole('link').click()
  await expect(heading(page, new RegExp(orderNumberOf(id)))).toBeVisible()
})
