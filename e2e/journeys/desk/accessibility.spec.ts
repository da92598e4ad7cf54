import { accessibilityViolations } from '../../support/axe.ts'
import { DONUT } from '../../support/checkout.ts'
import { adminApi, heading, openDesk, placeOrders, test, toast, TWO_PRODUCTS } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the desk's sign-in and its screens for products, staff, log and settings are accessible in the ${colorScheme} colours`,
    { tag: colorScheme === 'dark' ? ONCE : [] },
    async ({ page, request, store }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/desk')
      await expect(heading(page, 'The desk')).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
      await openDesk(page, await newOperator(request, store.dataFolder))
      const screens = [
        ['/desk/products', 'Products'],
        ['/desk/products?search=nothing+has+this+name', 'Products'],
        ['/desk/products/new', 'A new product'],
        ['/desk/products/donut-strawberry-sprinkle', 'Strawberry Sprinkle Donut'],
        ['/desk/products/donut-strawberry-sprinkle/stock', 'Stock of Strawberry Sprinkle Donut'],
        ['/desk/parcels', 'Parcels'],
        ['/desk/shelves', 'Shelves'],
        ['/desk/search-words', 'Search words'],
        ['/desk/offers', 'Offers'],
        ['/desk/offers/new', 'A new offer'],
        ['/desk/home', 'Home page'],
        ['/desk/menus', 'Menus'],
        ['/desk/staff', 'Staff'],
        ['/desk/devices', 'Devices'],
        ['/desk/log', 'Log'],
        ['/desk/settings', 'Settings'],
      ] as const
      for (const [path, title] of screens) {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByText('Loading…')).toHaveCount(0)
        expect(await accessibilityViolations(page), path).toEqual([])
      }
      await page.goto('/desk/products')
      await page
        .getByLabel(/^Price ₹ of/)
        .first()
        .fill('x')
      await page.getByRole('button', { name: 'Review and save' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await accessibilityViolations(page), 'the preview').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Go to/ }).click()
      expect(await accessibilityViolations(page), 'the palette').toEqual([])
    },
  )
}

test('the screens for products, staff, log and settings are not wider than the window', async ({
  page,
  request,
  store,
}) => {
  await openDesk(page, await newOperator(request, store.dataFolder))
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  // Also on the narrowest phones.
  if (width < 640) await page.setViewportSize({ width: 360, height })
  for (const path of [
    'products',
    'products/new',
    'shelves',
    'search-words',
    'offers',
    'offers/new',
    'home',
    'menus',
    'staff',
    'devices',
    'figures',
    'tax',
    'log',
    'settings',
  ]) {
    await page.goto(`/desk/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBe(0)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every screen and dialog for orders is accessible and not wider than the window, in the ${colorScheme} colours`,
    { tag: colorScheme === 'dark' ? ONCE : [] },
    async ({ page, request, store }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { ids, shopper, totalAmount } = await placeOrders(request, {
        count: 2,
        method: 'upi',
        products: TWO_PRODUCTS,
      })
      const complaint = { name: 'Ravi', email: shopper.email, orderNumber: '', text: 'The box was wet' }
      const { number } = (await (await request.post('/api/tickets', { data: complaint })).json()).data
      const api = await adminApi(request, store.dataFolder)
      await openDesk(page, await newOperator(request, store.dataFolder))
      async function checkScreen(label: string) {
        await expect(page.getByText('Loading…')).toHaveCount(0)
        expect(await accessibilityViolations(page), label).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, label).toBe(0)
      }
      const screens = [
        ['/desk/today', 'Today'],
        ['/desk/orders?method=upi', 'Orders'],
        ['/desk/orders?search=nothing+has+this+name', 'Orders'],
        ['/desk/pack?orders=unknown', 'Pack'],
        [`/desk/pack?orders=${ids[1]}`, 'Pack'],
        ['/desk/tickets', 'Tickets'],
        [`/desk/tickets/${number}`, `Ticket ${number}`],
        ['/desk/customers', 'Customers'],
        [`/desk/print/labels?ids=${ids[0]}`, 'Labels'],
      ] as const
      for (const [path, title] of screens) {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await checkScreen(path)
      }
      await page.goto('/desk/orders?work=confirm')
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await checkScreen('a selection')
      const dialog = page.getByRole('dialog')
      /** Clicks the button with this label, checks the dialog that opens, and closes the dialog. */
      async function checkDialog(label: string) {
        // The name of a button may end with its shortcut key.
        await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
        await expect(dialog).toBeVisible()
        await checkScreen(`the dialog of ${label}`)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      for (const name of ['Print', 'Confirm', 'Ship']) await checkDialog(name)

      await page.goto(`/desk/orders/${ids[0]}`)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await checkScreen('the dialog of a payment')
      await dialog.getByLabel('Amount on the account').fill(String(totalAmount))
      await dialog.getByLabel('The account shows no reference number').check()
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(toast(page, 'Confirmed')).toBeVisible()
      await checkScreen('a toast')
      for (const name of ['Ship', 'Cancel', 'Print', 'Go to']) await checkDialog(name)
      await page.keyboard.press('?')
      await checkScreen('the list of keys')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await page.getByLabel('Some units').check()
      await checkScreen('the dialog of a refund')
      await page.getByLabel(`Units of ${DONUT.name}`).fill('1')
      await page.getByLabel('Reason').fill('Broken')
      await page.getByLabel('They do not come back').check()
      await dialog.getByRole('button', { name: /^Refund/ }).click()
      for (const name of ['Paid by hand', 'Give up']) await checkDialog(name)
      // Labels of the order were printed before the refund.
      await api('POST', `/admin/orders/${ids[0]}/pack`, { step: 'finish' })
      await api('POST', `/admin/orders/${ids[0]}/ship`, { courier: 'DTDC' })
      // The page names the courier twice: in the shipment and in the timeline.
      await expect(page.getByText('DTDC')).toHaveCount(2)
      await checkDialog('Delivered')
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await checkScreen('the dialog of a cancellation after the shipment')
      await page.getByLabel('They are on their way back').check()
      await page.getByLabel('Reason').fill('Lost')
      await api('POST', `/admin/orders/${ids[0]}/deliver`, {})
      await dialog.getByRole('button', { name: 'Cancel the order' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await checkScreen('a change by another operator')
      await page.getByRole('link', { name: 'All orders of this customer' }).click()
      await checkDialog('Erase personal data')

      await page.goto('/desk/orders/unknown')
      await expect(page.getByText('This could not be loaded')).toBeVisible()
      await checkScreen('an order that does not exist')
      await page.goto('/desk/orders')
      await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
      await page.context().setOffline(true)
      await expect(page.getByText('This device is offline.')).toBeVisible()
      await checkScreen('a device that is offline')
    },
  )
}
