import { readFile } from 'node:fs/promises'
import { accessibilityViolations } from '../../support/axe.ts'
import {
  adminApi,
  heading,
  openDesk,
  openScreen,
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
  await page.getByRole('region', { name: 'The order' }).getByRole('link', { name: orderNumber }).click()
  await expect(heading(page, `Order #${orderNumber}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tickets' })).toContainText('The box was wet')
})

test(
  'false complaints are closed at once, and one is found by its number',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids, name, shopper } = await placeOrders(request)
    const honest = {
      name,
      email: shopper.email,
      orderNumber: orderNumberOf(ids[0]),
      text: 'One box is missing',
    }
    const numbers: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const complaint = { name: 'Nobody', email: `nobody${count}@example.in`, text: `Buy my shoes ${count}` }
      const response = await request.post('/api/tickets', { data: complaint })
      numbers.push((await response.json()).data.number)
    }
    await request.post('/api/tickets', { data: honest })
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/tickets')
    const ticketRows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    // The complaint about a known order is first, although it came last.
    await expect(ticketRows.first()).toContainText('One box is missing')
    for (const number of numbers) await page.getByLabel(`Select ticket ${number}`).check()
    await page.getByRole('button', { name: 'Close 3 tickets' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why they are closed').fill('This is an advertisement')
    await dialog.getByRole('button', { name: 'Close 3 tickets' }).click()
    await expect(toast(page, '3 tickets closed')).toBeVisible()
    await expect(page.getByText('Buy my shoes')).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search tickets' }).fill(numbers[1] ?? '')
    await expect(page.getByText('Buy my shoes 1')).toBeVisible()
  },
)

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
    // A search that begins after the click would end the navigation.
    await expect(page).toHaveURL(/search=/)
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

test('a customer has notes, tags and no cash on delivery, and is joined with another one', async ({
  page,
  request,
  store,
}) => {
  const first = await placeOrders(request)
  const second = await placeOrders(request, { count: 2 })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/customers')
  await page.getByRole('link', { name: first.name }).click()
  await expect(heading(page, first.name)).toBeVisible()
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/91\d{10}$/,
  )
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+91\d{10}$/)

  await page.getByLabel('New note').fill('Rings before ten')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('region', { name: 'Notes and tags' })).toContainText('Rings before ten')
  await page.getByRole('textbox', { name: 'Tags' }).fill('Wholesale, Pune office')
  await page.getByRole('textbox', { name: 'Tags' }).press('Enter')
  await expect(toast(page, 'Tags are saved')).toBeVisible()
  await page.getByRole('button', { name: 'Take no cash on delivery' }).click()
  // All journeys on this store use the phone number of this customer.
  await page.getByRole('button', { name: 'Take cash again' }).click()
  await expect(page.getByRole('button', { name: 'Take no cash on delivery' })).toBeVisible()

  await page.getByRole('button', { name: 'Join with another…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(second.name)
  await dialog.getByRole('button', { name: `Join ${second.name}` }).click()
  await expect(dialog).toBeHidden()
  const joined = page.getByRole('region', { name: 'Joined' })
  await expect(joined.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('listitem')).toHaveCount(3)
  expect(await accessibilityViolations(page)).toEqual([])

  await openScreen(page, 'Customers')
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('wholesale')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('2 joined')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Customers as CSV' }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain('"pune office, wholesale"')

  await rows(page).first().click()
  await page.getByRole('button', { name: /^Separate/ }).click()
  await expect(joined).toBeHidden()
})
