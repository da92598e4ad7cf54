import { readFile } from 'node:fs/promises'
import { accessibilityViolations } from '../../support/axe.ts'
import { adminApi, heading, openDesk, placeOrders, test, TWO_PRODUCTS } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

test('an owner sees what sold, chooses a period, and saves a table', async ({
  page,
  request,
  store,
}, testInfo) => {
  const { ids, totalAmount } = await placeOrders(request, { count: 3, products: TWO_PRODUCTS })
  const call = await adminApi(request, store.dataFolder)
  await call('POST', `/admin/orders/${ids[0]}/cancel`, { reason: 'Sold out' })

  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/figures')
  await expect(heading(page, 'Figures')).toBeVisible()
  const products = page.getByRole('region', { name: 'Products' })
  await expect(products.getByRole('row')).toHaveCount(1 + TWO_PRODUCTS.length)
  await expect(page.getByRole('listitem').filter({ hasText: 'Orders' }).first()).toContainText('2')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityViolations(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.screenshot({ path: testInfo.outputPath('figures.png'), fullPage: true })

  await expect(page.getByRole('region', { name: 'Stock now' })).toContainText(
    /₹[\d,.]+ is the cost of [\d,]+ units/,
  )

  await page.getByLabel('Period').selectOption('12 months')
  await expect(page.getByRole('combobox', { name: 'By', exact: true })).toHaveValue('month')
  await page.getByRole('button', { name: 'Show all 12 rows' }).click()
  await expect(page.getByRole('region', { name: 'By time' }).getByRole('row')).toHaveCount(1 + 12)

  const file = page.waitForEvent('download')
  await products.getByRole('button', { name: 'Products as CSV' }).click()
  const csv = await readFile(await (await file).path(), 'utf8')
  const revenue = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-1)) * 100), 0)
  expect(revenue).toBe(Math.round(2 * totalAmount * 100))
})
