import {
  adminApi,
  heading,
  openDesk,
  orderNumberOf,
  placeOrders,
  test,
  toast,
  TWO_PRODUCTS,
} from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { pdfPageSizes } from '../../support/pdf.ts'
import { readQrCode } from '../../support/qr-code.ts'
import { expect } from '../../support/test.ts'

// Page sizes in millimetres.
const A5 = '148 × 210'
const LABEL = '100 × 150'
const A4 = '210 × 297'

test('a packer sees only orders to pack or hand over, without amounts, and packs one', async ({
  page,
  request,
  store,
}) => {
  const { ids, name } = await placeOrders(request, { products: TWO_PRODUCTS })
  await openDesk(page, await newOperator(request, store.dataFolder, 'packer'))
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Today',
    'Orders',
    'Pack',
    'Bell',
    'Devices',
  ])
  await expect(page.getByRole('main').getByRole('link', { name: /To (?:pack|hand over)$/ })).toHaveCount(2)
  await expect(page.getByText('Revenue of 14 days')).toBeHidden()
  await page.goto('/desk/orders')
  await expect(page.getByRole('navigation', { name: 'Work' }).getByRole('link')).toHaveCount(2)
  const row = page.getByRole('row').filter({ hasText: orderNumberOf(ids[0]) })
  await expect(row).toContainText(name)
  await expect(page.getByRole('main')).not.toContainText('₹')
  await row.getByRole('link').click()
  await expect(heading(page, `Order #${orderNumberOf(ids[0])}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText('₹')
  await page.getByRole('button', { name: 'Pack' }).click()
  await expect(page.getByText('Contains gluten, milk, egg')).toBeVisible()
  const lines = page.getByRole('main').getByRole('checkbox')
  await lines.first().press('Space')
  await expect(lines.first()).toBeChecked()
  await lines.nth(1).click()
  // The order is packed as soon as its last line is checked.
  await expect(page.getByText('1 order packed')).toBeVisible()
})

test(
  'an order gets a note, and is not cancelled when another operator has shipped it meanwhile',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids } = await placeOrders(request)
    const api = await adminApi(request, store.dataFolder)
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${ids[0]}`)
    await page.getByLabel('New note').fill('Ring twice')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Ring twice')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Reason').fill('Out of stock')
    await api('POST', `/admin/orders/${ids[0]}/ship`, { courier: 'Blue Dart' })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByRole('alert')).toContainText('Shipped (Blue Dart')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect((await api('GET', `/admin/orders/${ids[0]}`)).orderStatus).toBe('SHIPPED')
    await page.getByRole('button', { name: 'Delivered', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delivered', exact: true }).click()
    await expect(toast(page, 'Delivered')).toBeVisible()
  },
)

test(
  'slips, labels and the pick list print on pages of the right size, and the QR code is readable',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const count = 3
    const { ids } = await placeOrders(request, { count, products: TWO_PRODUCTS })
    const operator = await newOperator(request, store.dataFolder, 'packer')
    const query = `ids=${ids.join(',')}`
    await openDesk(page, operator, `/desk/print/labels?${query}`)
    const code = page.getByRole('img', { name: `Code of order ${orderNumberOf(ids[0])}` })
    expect(await readQrCode(code)).toBe(orderNumberOf(ids[0]))
    for (const [kind, sizes] of [
      ['labels', Array(count).fill(LABEL)],
      ['slips', Array(count).fill(A5)],
      ['pick-list', [A4]],
    ] as const) {
      await page.goto(`/desk/print/${kind}?${query}`)
      await expect(page.locator('.print-sheet').first()).toBeVisible()
      expect(pdfPageSizes(await page.pdf({ preferCSSPageSize: true })), kind).toEqual(sizes)
    }
    // The pick list, which is still open, adds up the units of all orders.
    await expect(page.getByRole('row').filter({ hasText: 'Strawberry' })).toContainText(String(count))
  },
)
