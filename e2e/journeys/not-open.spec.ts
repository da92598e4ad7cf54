import { accessibilityViolations } from '../support/axe.ts'
import { ONCE } from '../support/once.ts'
import { testWithOwnStore } from '../support/own-store.ts'
import { expect } from '../support/test.ts'

const PRODUCT = '/product/donut-strawberry-sprinkle'

/** A deployment without an identity of its own and without a payment provider. */
const test = testWithOwnStore({ PUBLIC_URL: 'http://snacks.example' })

test('a public shop without a way to pay says on its pages that it is not open yet', async ({ page }) => {
  await page.goto(PRODUCT)
  await expect(page.getByText('This shop is not open yet: it takes no orders.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ADD TO CART' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'BUY NOW' })).toBeHidden()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'The shop is not open yet' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the terms and the footer of a shop without a way to pay name none', { tag: ONCE }, async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByText('This shop is not open yet')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ways to pay' }).getByRole('img')).toHaveCount(0)
})
