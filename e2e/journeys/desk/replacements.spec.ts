import { accessibilityViolations } from '../../support/axe.ts'
import { CARDS, DONUT } from '../../support/checkout.ts'
import { adminApi, openDesk, placeOrders, test } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { signIn } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

test('a broken unit is sent once more at ₹0, and both orders say so', async ({
  page,
  request,
  store,
  browser,
}) => {
  const { ids, shopper } = await placeOrders(request, { card: CARDS.approved })
  const [id = ''] = ids
  const api = await adminApi(request, store.dataFolder)
  await api('POST', `/admin/orders/${id}/pack`, { step: 'finish' })
  await api('POST', `/admin/orders/${id}/ship`, { courier: 'DTDC' })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${id}`)
  await page.getByRole('button', { name: 'Send a replacement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replacement for order' })
  await dialog.getByLabel(`Units of ${DONUT.name} to send`).fill('1')
  await dialog.getByLabel('Reason').fill('Arrived broken')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send a replacement' }).click()
  await expect(page.getByText('Replaces', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pack', exact: true })).toBeVisible()
  const replacementId = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(await api('GET', `/admin/orders/${id}`)).toMatchObject({
    replacements: [{ purchaseId: replacementId }],
  })
  expect(await accessibilityViolations(page)).toEqual([])

  const other = await browser.newContext()
  const shopperPage = await other.newPage()
  await shopperPage.setViewportSize({ width: 390, height: 844 })
  await shopperPage.goto(new URL(`/purchase-history/${id}`, page.url()).href)
  await signIn(shopperPage, shopper)
  const shown = shopperPage.getByRole('region', { name: 'We send it once more' })
  await expect(shown).toBeVisible()
  await shown.getByRole('link').click()
  await expect(shopperPage.getByText('you pay nothing')).toBeVisible()
  await expect(shopperPage.getByText('Nothing to pay')).toBeVisible()
  expect(await accessibilityViolations(shopperPage)).toEqual([])
  await other.close()
})
