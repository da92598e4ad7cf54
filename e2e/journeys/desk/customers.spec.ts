import {
  adminApi,
  heading,
  openDesk,
  orderNumberOf,
  placeOrders,
  rows,
  test,
  toast,
} from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { signInByCall } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

test('a ticket is acknowledged, replied to and closed', { tag: ONCE }, async ({ page, request, store }) => {
  const { ids, name, shopper } = await placeOrders(request)
  const orderNumber = orderNumberOf(ids[0])
  const complaint = { name, email: shopper.email, orderNumber, text: 'The box was wet' }
  await request.post('/api/tickets', { data: complaint })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/tickets')
  await page.getByRole('link').filter({ hasText: name }).click()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(toast(page, 'Acknowledged')).toBeVisible()
  await page.getByLabel(`Answer to ${name}`).fill('A new box is on its way')
  await page.getByRole('button', { name: 'Send and close' }).click()
  await expect(page.getByRole('region', { name: 'What the shop did' })).toContainText('A new box')
  await page.getByRole('link', { name: orderNumber }).click()
  await expect(rows(page)).toHaveText([`#${orderNumber}`])
})

test(
  'a customer is found by name, and is erased only after the operator has typed "erase"',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids, name, shopper } = await placeOrders(request)
    const api = await adminApi(request, store.dataFolder)
    await api('POST', `/admin/orders/${ids[0]}/ship`, { courier: 'DTDC' })
    await api('POST', `/admin/orders/${ids[0]}/deliver`, {})
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/customers')
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(name)
    await page.getByRole('link', { name }).click()
    await expect(heading(page, name)).toBeVisible()
    await page.getByRole('button', { name: 'Erase personal data' }).click()
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase' })
    await expect(erase).toBeDisabled()
    await page.getByLabel(/^Type/).fill('erase')
    await erase.click()
    await expect(toast(page, 'Erased, also in 1 order')).toBeVisible()
    await expect(signInByCall(request, shopper)).rejects.toThrow()
    expect(JSON.stringify(await api('GET', `/admin/orders/${ids[0]}`))).not.toContain(name)
  },
)
