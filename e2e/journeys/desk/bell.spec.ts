import { accessibilityViolations } from '../../support/axe.ts'
import { withPictures } from '../../support/chromium.ts'
import { heading, openDesk, placeOrders, test, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { fakePushService } from '../../support/push-service.ts'
import { expect } from '../../support/test.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: withPictures })

test(
  'an operator chooses what is told, turns push on for this device, and sees the count on every screen',
  { tag: ONCE },
  async ({ page, request, store }) => {
    await fakePushService(page)
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/bell')
    await expect(heading(page, 'Bell')).toBeVisible()
    const push = page.getByRole('switch', { name: 'Push messages on this device' })
    await expect(push).not.toBeChecked()
    await push.click()
    await expect(push).toBeChecked()
    await page.getByLabel('A new order', { exact: true }).selectOption({ label: 'Push at once' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'saved')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.reload()
    await expect(push).toBeChecked()
    await expect(page.getByLabel('A new order', { exact: true })).toContainText('Push at once')

    await placeOrders(request)
    await page.goto('/desk/log')
    await expect(page).toHaveTitle(/^\(1\) Log/)

    await page.goto('/desk/bell')
    await push.press('Space')
    await expect(push).not.toBeChecked()
    await page.reload()
    await expect(push).not.toBeChecked()
  },
)
