import type { Page } from '@playwright/test'
import { heading, openDesk, openScreen, rows, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

async function openFirstProduct(page: Page) {
  await page.goto('/desk/products?category=Donuts')
  await rows(page).first().click()
  await expect(page.getByLabel('Price ₹', { exact: true })).toBeVisible()
}

test.beforeEach(async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder))
})

test('a price above the MRP is marked, named and scrolled to', async ({ page }) => {
  await openFirstProduct(page)
  await page.getByLabel('MRP ₹', { exact: true }).fill('10')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const price = page.getByLabel('Price ₹', { exact: true })
  await expect(price).toBeFocused()
  await expect(price).toBeInViewport()
  await expect(price).toHaveAccessibleDescription(/is above the MRP ₹10/)
  await price.fill('9')
  await expect(price).not.toHaveAttribute('aria-invalid')
})

test('a save that is lost is reported beside the button, and what was typed stays', async ({ page }) => {
  await openFirstProduct(page)
  await page.route('**/api/products/*', (route) => route.abort())
  await page.getByLabel('Ingredients').fill('Maida, sugar, ghee')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(page.getByRole('alert')).toContainText('The store could not be reached')
  await expect(page.getByLabel('Ingredients')).toHaveValue('Maida, sugar, ghee')
})

test('a product that another tab has changed names the field with both values', async ({ page }) => {
  await openFirstProduct(page)
  const otherTab = await page.context().newPage()
  await otherTab.goto(page.url())
  await otherTab.getByLabel('Low at').fill('6')
  await otherTab.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(otherTab, 'Saved')).toBeVisible()

  const lowStock = page.getByLabel('Low at')
  await lowStock.fill('8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Low at is now 6, you wrote 8')
  await expect(lowStock).toBeFocused()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await expect(lowStock).toHaveValue('8')
})

test('unsaved work is asked for before it is left, and survives a reload', async ({ page }) => {
  await openScreen(page, 'Orders')
  await openScreen(page, 'Settings')
  const name = page.getByLabel('Trade name')
  await expect(name).toBeVisible()
  const storedName = await name.inputValue()
  await name.fill('Asha Snacks')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Asha Snacks')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(name).toHaveValue('Asha Snacks')
  await openScreen(page, 'Orders')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(name).toBeHidden()
  await openScreen(page, 'Settings')
  await expect(name).toHaveValue(storedName)
})

test('edits of the table survive a reload, and “Not saved” goes with Discard', async ({ page }) => {
  await page.goto('/desk/products?category=Donuts')
  const price = page.getByLabel(/^Price ₹ of/).first()
  const priceBefore = await price.inputValue()
  await price.fill('100000')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(price).toHaveValue('100000')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await price.fill(String(Number(priceBefore) - 1))
  await page.route('**/api/admin/products/grid', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Review and save' }).click()
  await review.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Not saved:')
  await expect(page.getByRole('alert')).toBeInViewport()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(price).toHaveValue(priceBefore)
})

test('a product is deleted by a dialog of the desk', async ({ page }) => {
  await page.goto('/desk/products/new')
  await page.getByLabel('Name', { exact: true }).fill('A snack to delete')
  await page.getByLabel('Price ₹', { exact: true }).fill('80')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(heading(page, 'A snack to delete')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete A snack to delete' })
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(toast(page, 'A snack to delete was deleted')).toBeVisible()
})
