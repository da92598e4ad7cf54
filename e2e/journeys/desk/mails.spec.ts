import { accessibilityViolations } from '../../support/axe.ts'
import { openDesk, placeOrders, test, toast } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

test('every mail is previewed as it looks, in a frame without scripts', async ({ page, request, store }) => {
  const { ids } = await placeOrders(request)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/mails')
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order!')
  await expect(mail.getByText('Methi Khakhra')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
  const button = mail.getByRole('link', { name: 'See your order' })
  expect(await button.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(255, 255, 255)')
  await page.getByRole('combobox', { name: /^With/ }).selectOption('newest')
  await expect(page.getByRole('link', { name: /^order #/ })).toBeVisible()
  const number = `#${ids[0]?.slice(-8).toUpperCase()}`
  await expect(mail.getByText(number).filter({ visible: true }).first()).toBeVisible()

  await page.getByRole('combobox', { name: /^Mail/ }).selectOption('operator-invitation')
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText(/^Join the team of/)
  await expect(page.getByRole('region', { name: 'As plain text' })).toContainText('The link works once')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityViolations(page), colorScheme).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test('a manager sends the mail of an order again', async ({ page, request, store }) => {
  const { ids, shopper } = await placeOrders(request)
  const confirmations = async () => {
    const response = await request.get(`/dev/mailbox/messages?to=${shopper.email}`)
    const { messages } = await response.json()
    return messages.filter(({ subject }: { subject: string }) => subject.includes('is confirmed')).length
  }
  await expect.poll(confirmations).toBe(1)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${ids[0]}`)
  await page.getByRole('button', { name: 'Send again: Order confirmed' }).click()
  await expect(toast(page, 'The mail is on its way')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
    'Sent again by mail: Order confirmed',
  )
  await expect.poll(confirmations).toBe(2)
  expect(await accessibilityViolations(page)).toEqual([])
})
