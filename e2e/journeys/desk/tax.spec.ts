import { readFile } from 'node:fs/promises'
import { accessibilityViolations } from '../../support/axe.ts'
import { adminApi, heading, openDesk, orderNumberOf, placeOrders, test } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const GSTIN = '29AAGCB7383J1Z4'

test('an accountant reads the month, finds the bill behind a sum, and saves the file of the return', async ({
  page,
  request,
  store,
}, testInfo) => {
  const call = await adminApi(request, store.dataFolder)
  const { shop } = await call('GET', '/admin/shop')
  await call('PUT', '/admin/shop', { ...shop, isDemo: false, state: '29', gstin: GSTIN })
  const { ids, totalAmount } = await placeOrders(request, { count: 2 })
  const work = await adminApi(request, store.dataFolder)
  await work('POST', '/admin/orders/bulk', { action: 'pack', orderIds: ids })
  await work('POST', '/admin/orders/bulk', { action: 'ship', orderIds: ids, courier: 'Delhivery' })

  const month = new Date(Date.now() + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 7)
  const accountant = await newOperator(request, store.dataFolder, 'accountant')
  await openDesk(page, accountant, `/desk/tax?month=${month}`)
  await expect(heading(page, 'Tax')).toBeVisible()
  await expect(page.getByText('2 bills, 0 credit notes')).toBeVisible()
  await expect(page.getByText('This month still gets bills.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityViolations(page), colorScheme).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.screenshot({ path: testInfo.outputPath('tax.png'), fullPage: true })

  const portalFile = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON for the portal' }).click()
  const json = JSON.parse(await readFile(await (await portalFile).path(), 'utf8'))
  expect(json).toMatchObject({ gstin: GSTIN, b2cs: [{ sply_ty: 'INTRA', pos: '29', rt: 5 }] })
  const [row] = json.b2cs
  expect(Math.round((row.txval + row.camt + row.samt) * 100)).toBe(Math.round(2 * totalAmount * 100))

  const sheet = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Documents issued' }).click()
  expect(await readFile(await (await sheet).path(), 'utf8')).toContain('Invoices for outward supply,INV/')

  await page
    .getByRole('region', { name: 'B2C by state and rate' })
    .getByRole('link', { name: 'Karnataka, 5 %' })
    .click()
  await expect(page.getByText(`order #${orderNumberOf(ids[0])}`)).toBeVisible()
  await expect(page.getByText(`order #${orderNumberOf(ids[1])}`)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: testInfo.outputPath('bills.png'), fullPage: true })
  const bill = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^PDF of INV/ })
    .first()
    .click()
  expect((await bill).suggestedFilename()).toMatch(/^INV-.*-0001\.pdf$/)
})

test('a shop without a GSTIN hears that no return is due', async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder, 'accountant'), '/desk/tax')
  await expect(page.getByText('No return is due')).toBeVisible()
})
