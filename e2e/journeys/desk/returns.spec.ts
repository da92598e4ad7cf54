import { accessibilityViolations } from '../../support/axe.ts'
import { DONUT } from '../../support/checkout.ts'
import { adminApi, openDesk, placeOrders, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

test('a parcel is tried again, comes back, and its goods are sold again or are waste', async ({
  page,
  request,
  store,
}) => {
  const { ids } = await placeOrders(request, { count: 1 })
  const [id = ''] = ids
  const api = await adminApi(request, store.dataFolder)
  await api('PUT', `/products/${DONUT.productId}`, { stock: 20 })
  const { ids: counted } = await placeOrders(request, { count: 1 })
  const [countedId = ''] = counted
  for (const orderId of [id, countedId])
    await (
      await adminApi(request, store.dataFolder)
    )('POST', `/admin/orders/${orderId}/ship`, {
      courier: 'DTDC',
      trackingNumber: 'DT1',
    })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${countedId}`)

  await page.getByRole('button', { name: 'Not delivered' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please say what follows')).toBeVisible()
  await dialog.getByLabel('Why').selectOption('Nobody could take the parcel')
  await dialog.getByLabel('The courier tries again').check()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Recorded')).toBeVisible()
  await expect(page.getByText('Not delivered, tried again')).toBeVisible()

  await page.getByRole('button', { name: 'Not delivered' }).click()
  await dialog.getByLabel('Why').selectOption('The parcel was refused at the door')
  await dialog.getByLabel('It is on its way back').check()
  await expect(dialog).toContainText('no cash is expected any more')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'On its way back')).toBeVisible()

  await page.getByRole('button', { name: 'Goods are back' }).click()
  await dialog.getByLabel('They are back').check()
  await dialog.getByLabel(`Waste of ${DONUT.name}`).fill('1')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Back in the stock')).toBeVisible()
  await expect(page.getByText('Back in the shop')).toBeVisible()
  const { data } = await (await request.get(`/api/products/${DONUT.productId}`)).json()
  expect(data.stock).toBe(19)
})
