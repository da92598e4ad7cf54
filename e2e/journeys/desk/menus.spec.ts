import { accessibilityViolations } from '../../support/axe.ts'
import { openDesk, toast } from '../../support/desk.ts'
import { newOperator, testWithOwnStore } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

test.use({ viewport: { width: 390, height: 844 } })

test('an owner changes the menu of phones, and empty shelves are left out', async ({
  page,
  request,
  store,
}) => {
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/menus')
  const menu = page.getByRole('region', { name: 'Menu on phones' })
  const entry = (label: string) =>
    menu.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove ${label}` }) })
  await entry('Sandals').getByRole('button', { name: 'Remove Sandals' }).click()
  await entry('Shoes').getByLabel('Only while its shelf has snacks').check()
  await menu.getByRole('button', { name: 'Add an entry' }).click()
  const added = menu.getByRole('listitem').last()
  await added.getByLabel('Text').fill('Sweet things')
  await added.getByLabel('Leads to').fill('/collections/nuts-treats')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'The menus were saved')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('list').first().getByRole('link')
  await expect(links).toHaveText(['New Arrivals', 'Best Sellers', 'Sweet things'])
  await links.last().click()
  await expect(page).toHaveURL('/collections/nuts-treats')
})
