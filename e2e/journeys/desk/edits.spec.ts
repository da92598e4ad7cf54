import { accessibilityViolations } from '../../support/axe.ts'
import { CARDS, DONUT, payByCard } from '../../support/checkout.ts'
import { adminApi, openDesk, placeOrders, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { signIn } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

const OTHER = { id: 'nuts-royal-mix', search: 'royal mix' }

test('an order is edited, its shopper reads what has changed and refuses it', async ({
  page,
  request,
  store,
  browser,
}) => {
  const { ids, shopper, totalAmount } = await placeOrders(request)
  const [id = ''] = ids
  const api = await adminApi(request, store.dataFolder)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  await dialog.getByLabel(`Units of ${DONUT.name}`).fill('2')
  // A snack that the order has gets one unit more.
  await dialog.getByLabel('Add a snack').fill('strawberry sprinkle')
  await dialog.getByRole('button', { name: /^Add / }).first().click()
  await dialog.getByLabel('Add a snack').fill(OTHER.search)
  await dialog.getByRole('button', { name: /^Add / }).first().click()
  await dialog.getByLabel('Phone').fill('9000012345')
  await dialog.getByLabel('Note for the parcel').fill('Ring twice')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog.getByText(`${DONUT.name}: 3 instead of 1`)).toBeVisible()
  await expect(dialog.getByText('Another phone number')).toBeVisible()
  await expect(dialog.getByText(/The courier collects ₹/)).toBeVisible()
  expect((await api('GET', `/admin/orders/${id}`)).totalAmount).toBe(totalAmount)
  expect(await accessibilityViolations(page)).toEqual([])

  // A further change is shown before it is saved.
  await dialog.getByLabel(`Units of ${DONUT.name}`).fill('2')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'The order is changed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Edits' })).toContainText(`${DONUT.name}: 2 instead of 1`)
  expect(await accessibilityViolations(page)).toEqual([])

  const other = await browser.newContext()
  const shopperPage = await other.newPage()
  await shopperPage.goto(new URL(`/purchase-history/${id}`, page.url()).href)
  await signIn(shopperPage, shopper)
  const changes = shopperPage.getByRole('region', { name: 'What we have changed' })
  await expect(changes).toContainText(`${DONUT.name}: 2 instead of 1`)
  await changes.getByRole('button', { name: 'Refuse the change' }).click()
  await expect(changes).toContainText('goes back to how you placed it')
  expect(await accessibilityViolations(shopperPage)).toEqual([])
  await changes.getByRole('button', { name: 'Refuse the change' }).click()
  await expect(changes).toContainText('You have refused this.')
  await other.close()
  expect(await api('GET', `/admin/orders/${id}`)).toMatchObject({ totalAmount, itemsToPack: 1 })
})

test('a packer who has the order open sees an edit at once', async ({ page, request, store }) => {
  const { ids } = await placeOrders(request)
  const [id = ''] = ids
  const api = await adminApi(request, store.dataFolder)
  await openDesk(page, await newOperator(request, store.dataFolder, 'packer'), `/desk/pack?orders=${id}`)
  const line = page.getByRole('checkbox', { name: DONUT.name })
  await expect(line).toBeVisible()
  const { version, address } = await api('GET', `/admin/orders/${id}`)
  const items = [{ productId: DONUT.productId, quantity: 4 }]
  const tried = await api('POST', `/admin/orders/${id}/edits/try`, { items, address, version })
  const totalAmount = tried.edit.total.after
  await api('POST', `/admin/orders/${id}/edits`, { items, address, version, totalAmount })
  await expect(page.getByText('The order was changed. Pack what stands here')).toBeVisible()
  await expect(page.getByText('4 items')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await line.check()
  await expect(toast(page, 'is packed')).toBeVisible()
})

test('a paid order costs more after an edit, its shopper pays the rest, and it is packed then', async ({
  page,
  request,
  store,
  browser,
}) => {
  const { ids, shopper } = await placeOrders(request, { card: CARDS.approved })
  const [id = ''] = ids
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit order' })
  await dialog.getByLabel(`Units of ${DONUT.name}`).fill('3')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog.getByText(/The shopper pays ₹178 by the order’s link within 24 hours/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save, ₹178 is owed' }).click()
  await expect(toast(page, 'The order is changed')).toBeVisible()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  const link = page.getByRole('region', { name: 'Link to pay' }).getByRole('link', { name: 'WhatsApp' })
  expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain('please pay ₹178 more here')
  await expect(
    page.getByText('₹178 is owed: wait for the payment, or take the change back').first(),
  ).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  const other = await browser.newContext()
  const shopperPage = await other.newPage()
  await shopperPage.goto(new URL(`/purchase-history/${id}`, page.url()).href)
  await signIn(shopperPage, shopper)
  const rest = shopperPage.getByRole('region', { name: '₹178 is left to pay' })
  await expect(rest).toContainText('we undo the change')
  await rest.getByRole('button', { name: 'Pay ₹178' }).click()
  await expect(rest.getByLabel('Card Number *')).toBeVisible()
  expect(await accessibilityViolations(shopperPage)).toEqual([])
  await payByCard(shopperPage, CARDS.declined)
  await expect(rest.getByText('Your card was declined')).toBeVisible()
  await payByCard(shopperPage, CARDS.approved)
  await expect(rest).toBeHidden()
  await expect(shopperPage.getByText('Payment received: ₹178')).toBeVisible()
  await other.close()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Pack', exact: true })).toBeVisible()
  await expect(page.getByText('₹178, Card')).toBeVisible()
})
