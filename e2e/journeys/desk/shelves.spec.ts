import { join } from 'node:path'
import { accessibilityViolations } from '../../support/axe.ts'
import { heading, openDesk, toast } from '../../support/desk.ts'
import { newOperator, testWithOwnStore } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const PICTURE = join(import.meta.dirname, '../../../catalogue/pictures/treats-macarons-1.webp')

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

test.use({ viewport: { width: 390, height: 844 } })

test('an owner makes a shelf with a picture on a phone, puts a snack on two shelves, renames, hides and deletes; shoppers see it', async ({
  page,
  request,
  store,
}) => {
  const owner = await newOperator(request, store.dataFolder, 'manager')
  await openDesk(page, owner, '/desk/shelves')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('button', { name: 'Add a shelf' }).click()
  const added = page.getByRole('listitem').filter({ hasText: 'Change the new shelf' })
  await added.getByLabel('Choose a picture').setInputFiles(PICTURE)
  await expect(added.getByRole('img', { name: 'Picture as it is now' })).toBeVisible()
  // A shelf needs a name.
  await save.click()
  await expect(page.getByText('A shelf has a name of one line')).toBeVisible()
  await added.getByLabel('Name').fill('Diwali boxes')
  const diwali = page.getByRole('listitem').filter({ hasText: 'Change Diwali boxes' })
  await diwali.getByLabel('Text').fill('To give, and to keep.')
  for (let steps = 0; steps < 4; steps++)
    await page.getByRole('button', { name: 'Move Diwali boxes up' }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await save.click()
  await expect(toast(page, 'The shelves were saved')).toBeVisible()

  await page.goto('/desk/products/nuts-royal-mix')
  const shelves = page.getByRole('group', { name: 'Shelves' })
  await expect(shelves.getByLabel('Nuts & Treats')).toBeChecked()
  await shelves.getByLabel('Diwali boxes').check()
  await expect(shelves.getByLabel('First shelf')).toHaveValue('Nuts & Treats')
  await save.click()
  await expect(toast(page, 'Saved')).toBeVisible()

  await page.goto('/')
  const tiles = page.getByRole('navigation', { name: 'Kinds of snacks' }).getByRole('link')
  await expect(tiles).toHaveCount(5)
  await expect(tiles.first()).toHaveText('Diwali boxes1 kind')
  await tiles.first().click()
  await expect(page).toHaveURL('/collections/diwali-boxes')
  await expect(heading(page, 'Diwali boxes')).toBeVisible()
  await expect(page.getByText('To give, and to keep.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Royal Mixed Nuts' }).first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/collections/nuts-treats')
  await expect(page.getByRole('link', { name: 'Royal Mixed Nuts' }).first()).toBeVisible()

  await page.goto('/desk/shelves')
  await page.getByText('Change Diwali boxes').click()
  await diwali.getByLabel('Name').fill('Festive boxes')
  const festive = page.getByRole('listitem').filter({ hasText: 'Change Festive boxes' })
  await expect(festive.getByLabel('Address of its page')).toHaveValue('festive-boxes')
  await save.click()
  await expect(toast(page, 'The shelves were saved')).toBeVisible()
  await page.goto('/collections/diwali-boxes')
  await expect(page).toHaveURL('/collections/festive-boxes')
  await expect(page.getByRole('link', { name: 'Royal Mixed Nuts' }).first()).toBeVisible()

  await page.goto('/desk/shelves')
  await page.getByText('Change Festive boxes').click()
  await festive.getByLabel(/^Hidden/).check()
  await save.click()
  await expect(toast(page, 'The shelves were saved')).toBeVisible()
  await page.goto('/collections/festive-boxes')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await page.goto('/')
  await expect(tiles).toHaveCount(4)

  await page.goto('/desk/shelves')
  await page.getByText('Change Festive boxes').click()
  await festive.getByRole('button', { name: 'Delete this shelf' }).click()
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Festive boxes still has 1 product')
  await page.getByLabel('The 1 product of Festive boxes go to').selectOption('Nuts & Treats')
  await save.click()
  await expect(toast(page, 'The shelves were saved')).toBeVisible()
  await page.goto('/collections/festive-boxes')
  await expect(page).toHaveURL('/collections/nuts-treats')
})
