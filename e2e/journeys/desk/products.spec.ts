import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { expectPlaced, fillShipping } from '../../support/checkout.ts'
import { heading, openDesk, rows, test, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { signedUpShopper, signIn, signInByCall } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

const PHOTO = join(import.meta.dirname, '../../../catalogue/pictures/treats-macarons-1.webp')

test('a new snack with a photo is added at the desk and bought in the storefront', async ({
  page,
  request,
  store,
}) => {
  const name = `Chakli ${randomUUID().slice(0, 8)}`
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/products')
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('group', { name: 'Shelves' }).getByLabel('Chips').check()
  await page.getByLabel('Price ₹').fill('80')
  await page.getByLabel('MRP ₹').fill('95')
  await page.getByLabel('Stock', { exact: true }).fill('3')
  await page.getByLabel('Choose pictures').setInputFiles(PHOTO)
  await page.getByLabel('What it shows').fill('A plate of chakli')
  // The form lists the facts that the law requires and this product lacks.
  await expect(page.getByText('the ingredients')).toBeVisible()
  await page.getByRole('button', { name: 'Save the draft' }).click()

  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByText('A draft: only operators see it.')).toBeVisible()
  await page.getByLabel('Ingredients, in descending order of weight').fill('Rice flour, sesame, oil')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  const question = page.getByRole('dialog', { name: 'Publish with facts missing?' })
  await expect(question.getByText('the nutrition')).toBeVisible()
  await question.getByRole('button', { name: 'Publish without them' }).click()
  await expect(page.getByText('Published: shoppers see it.')).toBeVisible()
  const [productPath = ''] =
    (await page.getByRole('link', { name: 'In the shop' }).getAttribute('href'))?.split('?') ?? []

  const shopper = await signedUpShopper(request)
  // Signs the operator out: the desk and the storefront share one session.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
  await signIn(page, shopper)
  await expect(page).not.toHaveURL(/signin/)
  await page.goto(productPath)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page
    .getByRole('button', { name: /add to cart/i })
    .first()
    .click()
  await page.goto('/checkout')
  await fillShipping(page)
  await page.getByRole('radio', { name: /Cash on Delivery/i }).check()
  await page.getByRole('button', { name: /^Place Order|^Pay ₹/ }).click()
  await expectPlaced(page)

  const { data } = await (
    await request.get(`${SHOP_API_BASE}${productPath.replace('/product/', '/products/')}`)
  ).json()
  expect(data).toMatchObject({ name, price: 80, mrp: 95, stock: 2, imageAlts: ['A plate of chakli'] })
})

test(
  'prices and stock are changed like in a spreadsheet, reviewed, saved and undone',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const operator = await newOperator(request, store.dataFolder, 'manager')
    await openDesk(page, operator, '/desk/products?category=Nuts+%26+Treats')
    const prices = page.getByLabel(/^Price ₹ of/)
    const priceBefore = await prices.first().inputValue()
    const stock = page.getByLabel(/^Stock of/).first()
    const stockBefore = await stock.inputValue()

    await prices.first().fill('1')
    await prices.first().press('Tab')
    await expect(page.getByLabel(/^MRP ₹ of/).first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(stock).toBeFocused()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(stock).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel(/^Stock of/).nth(1)).toBeFocused()
    await stock.focus()
    await page.evaluate(() => {
      // Two rows of a spreadsheet, with the columns Stock and Low at.
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '11\t2\n12\t3\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(page.getByLabel(/^Low at of/).nth(1)).toHaveValue('3')
    await expect(page.getByText('2 products have changes')).toBeVisible()

    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog', { name: '2 products change' })
    await expect(dialog).toContainText(`Price ₹: ₹${priceBefore} → ₹1`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, '2 products saved')).toBeVisible()
    await expect(prices.first()).toHaveValue('1')

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Taken back')).toBeVisible()
    await expect(prices.first()).toHaveValue(priceBefore)
    await expect(stock).toHaveValue(stockBefore)
  },
)

test(
  'a row that another operator changed meanwhile is refused and named; other rows are saved',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const operator = await newOperator(request, store.dataFolder)
    await openDesk(page, operator, '/desk/products?category=Donuts')
    const secondRow = rows(page).nth(1)
    const name = await secondRow.innerText()
    const lowStockLevels = page.getByLabel(/^Low at of/)
    await lowStockLevels.nth(0).fill('7')
    await lowStockLevels.nth(1).fill('7')
    const { accessToken } = await signInByCall(request, operator)
    const href = (await secondRow.getAttribute('href')) ?? ''
    const response = await request.put(`${SHOP_API_BASE}/products/${href.split('/').at(-1)}`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { lowStockLevel: 4 },
    })
    expect(response.status()).toBe(200)

    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText(
      `${name} was changed by somebody else: Low at is now 4`,
    )
    await expect(toast(page, 'Saved')).toBeVisible()
    await expect(lowStockLevels.nth(0)).toHaveValue('7')
  },
)
