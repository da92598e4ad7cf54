import { accessibilityViolations } from '../../support/axe.ts'
import { CARDS, DONUT } from '../../support/checkout.ts'
import { adminApi, openDesk, placeOrders, test, toast, TWO_PRODUCTS } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const BANK_REFERENCE = '512345678901'

test('a refund of one unit is paid by hand, and a refund of the rest is given up', async ({
  page,
  request,
  store,
}) => {
  const { ids, references, totalAmount } = await placeOrders(request, {
    method: 'upi',
    products: TWO_PRODUCTS,
  })
  const api = await adminApi(request, store.dataFolder)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${ids[0]}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`The shopper gave the reference ${references[0]}`)).toBeVisible()
  await page.getByLabel('Amount on the account').fill(String(totalAmount))
  // A bank's number belongs to one order, and this test runs several times on one store.
  await page.getByRole('textbox', { name: /^Reference number/ }).fill(ids[0] ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Confirmed')).toBeVisible()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByRole('button', { name: `Refund ₹${totalAmount}` })).toBeVisible()
  await dialog.getByLabel('Some units').check()
  await dialog.getByLabel(`Units of ${DONUT.name}`).fill('1')
  await dialog.getByLabel('Reason').fill('Broken')
  await dialog.getByLabel('They do not come back').check()
  await expect(dialog).toContainText('You pay it back yourself')
  // A double click makes one refund.
  await dialog.getByRole('button', { name: `Refund ₹${DONUT.price}` }).dblclick()
  await expect(toast(page, `₹${DONUT.price} goes back`)).toBeVisible()
  await page.getByRole('button', { name: 'Paid by hand' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'It is paid' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Paid back')
  const { refunds } = await api('GET', `/admin/orders/${ids[0]}`)
  expect(refunds).toMatchObject([{ amount: DONUT.price, state: 'done', items: [{ quantity: 1 }] }])

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Reason').fill('The other one too')
  await dialog.getByLabel('They are back').check()
  await expect(dialog).toContainText('Nothing is left to pack: the order is cancelled')
  await dialog.getByRole('button', { name: /^Refund ₹/ }).click()
  await page.getByRole('button', { name: 'Give up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Given up')
})

test(
  'the payment provider pays a refund; a refund that it refuses is tried again, then paid by hand',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const refunded = await placeOrders(request, { card: CARDS.approved })
    const refused = await placeOrders(request, { card: CARDS.refundFails })
    const api = await adminApi(request, store.dataFolder)
    for (const { ids } of [refunded, refused])
      await api('POST', `/admin/orders/${ids[0]}/cancel`, { reason: 'Sold out' })
    const operator = await newOperator(request, store.dataFolder, 'manager')
    await openDesk(page, operator, `/desk/orders/${refunded.ids[0]}`)
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await expect(refunds).toContainText('Paid back by the payment provider')
    await expect(refunds.getByRole('button')).toHaveCount(0)

    await page.goto(`/desk/orders/${refused.ids[0]}`)
    const refusals = refunds.getByText('Refused by the payment provider')
    await expect(refusals).toHaveCount(1)
    await refunds.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page, 'goes back')).toBeVisible()
    await expect(refusals).toHaveCount(2)
    await refunds.getByRole('button', { name: 'Paid by hand' }).last().click()
    await page.getByLabel('Reference of your payment').fill(BANK_REFERENCE)
    await page.getByRole('dialog').getByRole('button', { name: 'It is paid' }).click()
    await expect(refunds).toContainText('Paid back by hand')
    await expect(refunds.getByRole('button')).toHaveCount(0)
  },
)

test('an amount goes back as goodwill, by hand although a provider could, and the order stays as it is', async ({
  page,
  request,
  store,
}) => {
  const { ids } = await placeOrders(request, { card: CARDS.approved })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${ids[0]}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('An amount, as goodwill').check()
  await dialog.getByLabel('Amount, in rupees').fill('9999')
  await dialog.getByLabel('Reason').fill('It came late')
  await dialog.getByLabel('I pay it back myself').check()
  await dialog.getByRole('button', { name: 'Refund ₹9,999' }).click()
  await expect(dialog.getByText(`At most ₹${DONUT.price} can be refunded`)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Amount, in rupees').fill('20.50')
  await dialog.getByRole('button', { name: 'Refund ₹20.50' }).click()
  await expect(toast(page, '₹20.50 goes back')).toBeVisible()
  await page.getByRole('button', { name: 'Paid by hand' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'It is paid' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Paid back by hand')
  const api = await adminApi(request, store.dataFolder)
  expect(await api('GET', `/admin/orders/${ids[0]}`)).toMatchObject({
    work: 'pack',
    lines: [{ toPack: 1 }],
    refunds: [{ amount: 20.5, state: 'done' }],
  })
})
