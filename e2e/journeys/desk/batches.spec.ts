import { accessibilityViolations } from '../../support/axe.ts'
import { adminApi, heading, openDesk, orderNumberOf, placeOrders, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const NUTS = 'nuts-royal-mix'

test('goods come in a batch, Pack names it, and a recall writes to the shopper', async ({
  page,
  request,
  store,
}) => {
  const operator = await adminApi(request, store.dataFolder)
  await operator('PUT', `/products/${NUTS}`, { stock: 0 })
  const receive = (batch: string, bestBefore: string) =>
    operator('POST', `/admin/products/${NUTS}/stock`, { kind: 'received', units: 6, batch, bestBefore })
  await receive('RM-8', '2030-06-30')
  await receive('RM-7', '2030-03-31')
  const { ids, shopper } = await placeOrders(request, { products: [NUTS] })
  const [id = ''] = ids
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/pack?orders=${id}`)
  await expect(page.getByText('1 of batch RM-7, best before 31 Mar 2030')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Another batch of / }).click()
  const dialog = page.getByRole('dialog')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^RM-8/ }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('1 of batch RM-8, best before 30 Jun 2030')).toBeVisible()
  await page.getByRole('button', { name: 'Tick the next line' }).click()
  await expect(toast(page, `#${orderNumberOf(id)} is packed`)).toBeVisible()
  const other = await adminApi(request, store.dataFolder)
  await other('POST', `/admin/orders/${id}/ship`, { courier: 'DTDC', trackingNumber: 'DT100' })

  await page.goto(`/desk/products/${NUTS}/stock`)
  await expect(heading(page, /^Stock of /)).toBeVisible()
  // Batches that were used up long ago are not listed, but recalled by their name.
  await page.getByRole('button', { name: 'Recall an older batch' }).click()
  await dialog.getByLabel('Batch').fill('RM-9')
  await dialog.getByRole('button', { name: 'Look for it' }).click()
  await expect(dialog.getByText('There is no batch RM-9')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Batch').fill('RM-8')
  await dialog.getByRole('button', { name: 'Look for it' }).click()
  await expect(dialog.getByRole('heading', { name: 'Recall batch RM-8' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Recall batch RM-8' }).click()
  await expect(dialog.getByText('1 unit went to 1 person in 1 order.')).toBeVisible()
  await dialog.getByLabel('Why').fill('Too much salt was found in it')
  await dialog.getByLabel('What to do').fill('Throw it away, your money goes back')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Recall and write to 1' }).click()
  await expect(toast(page, 'Batch RM-8 is recalled')).toBeVisible()
  await expect(page.getByText('Recalled: 5 of 5 are not sold')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const mails = async () => {
    const found = await request.get(`/dev/mailbox/messages?to=${encodeURIComponent(shopper.email)}`)
    const { messages } = await found.json()
    return messages.filter(({ subject }: { subject: string }) => subject.startsWith('Please do not eat'))
  }
  await expect.poll(async () => (await mails()).length).toBe(1)
  expect((await mails())[0].text).toContain('Too much salt was found in it. Throw it away')

  await page.goto('/desk/courier-cash')
  await expect(page.getByText(/^DTDC: /)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'A courier has paid' }).click()
  await dialog.getByLabel('Total amount').fill('100')
  await dialog.getByLabel('Tracking numbers and amounts').fill('AWB,Amount\nDT100,70\nDT999,30')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Compare and save' }).click()
  await expect(page.getByText('DT999: no open order has this number. ₹30 paid.')).toBeVisible()
  await expect(page.getByText(/: ₹70 paid, ₹.* owed\.$/)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone /)).toBeVisible()
})
