import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { adminApi, heading, openDesk, placeOrders, test } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const NUTS = 'nuts-royal-mix'

async function save(page: Page, button: string) {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return readFile(await (await file).path(), 'utf8')
}

async function check(page: Page, text: string, name = 'snacks.csv') {
  await page
    .getByLabel('Import a CSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** The header and the row of a product, with the first text of the row replaced by the second. */
function edited(csv: string, id: string, from: string, to: string) {
  const [header = '', ...rows] = csv.split('\r\n')
  const row = rows.find((each) => each.startsWith(`${id},`)) ?? ''
  expect(row).toContain(from)
  return [header, row.replace(from, to)]
}

test('an owner saves the products, changes them in a file, hears what is wrong with it, and imports it', async ({
  page,
  request,
  store,
}, testInfo) => {
  const operator = await adminApi(request, store.dataFolder)
  await operator('PUT', `/products/${NUTS}`, { price: 123.45, mrp: 400, description: 'Say "hi", twice' })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/files')
  await expect(heading(page, 'Files')).toBeVisible()

  const csv = await save(page, 'Save as CSV')
  await check(page, csv)
  await expect(
    page.getByText(/^Checked, nothing is saved yet: 0 new, 0 changed, \d+ unchanged, 0 with problems$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import (?:\d|the)/ })).toHaveCount(0)

  const [header = '', row = ''] = edited(csv, NUTS, '123.45', '99.5')
  const [, wrong = ''] = edited(csv, NUTS, '123.45', 'ten')
  const added = 'my-laddoo,,=Laddoo,,,,,,80'
  await check(page, [header, wrong.replace(NUTS, 'my-nuts'), row, added].join('\r\n'))
  await expect(page.getByText('1 new, 1 changed, 0 unchanged, 1 with a problem')).toBeVisible()
  await expect(page.getByRole('row', { name: /^2 price A price is an amount in rupees/ })).toBeVisible()
  await page.getByText('What changes').click()
  await expect(page.getByText(`3: ${NUTS}: price`)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityViolations(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.screenshot({ path: testInfo.outputPath('files.png'), fullPage: true })

  await page.getByRole('button', { name: 'Import the 2 rows without problems' }).click()
  await expect(page.getByText('Imported: 1 new, 1 changed, 0 unchanged, 1 with a problem')).toBeVisible()
  expect(await operator('GET', '/products/my-laddoo')).toMatchObject({ name: '=Laddoo', price: 80 })
  expect(await operator('GET', `/products/${NUTS}`)).toMatchObject({
    price: 99.5,
    description: 'Say "hi", twice',
  })

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('Undone: 2 rows.')).toBeVisible()
  expect(await operator('GET', `/products/${NUTS}`)).toMatchObject({ price: 123.45 })

  await page.getByRole('button', { name: 'Done' }).click()
  // The file names the version of before.
  await check(page, [header, row.replace('99.5', '98')].join('\r\n'))
  await expect(page.getByText('Somebody has changed this product since the file was exported')).toBeVisible()
  await check(page, 'PK\u0003\u0004', 'snacks.xlsx')
  await expect(page.getByText('This is a workbook of a spreadsheet')).toBeVisible()
})

test('orders of some days, the log and the history of stock are saved as files', async ({
  page,
  request,
  store,
}) => {
  const { ids } = await placeOrders(request, { count: 2, products: [NUTS] })
  const operator = await adminApi(request, store.dataFolder)
  await operator('PUT', `/products/${NUTS}`, { stock: 500 })
  await openDesk(page, await newOperator(request, store.dataFolder, 'accountant'), '/desk/files')
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeVisible()
  await expect(page.getByLabel('Import a CSV')).toHaveCount(0)

  const orders = await save(page, 'Orders')
  for (const id of ids) expect(orders).toContain(id)
  expect(await save(page, 'Log')).toContain(NUTS)
  expect(await save(page, 'History of stock')).toContain(NUTS)
  await page.getByLabel('Until').fill('2020-01-31')
  expect((await save(page, 'Order lines')).trim().split('\r\n')).toHaveLength(1)
})
