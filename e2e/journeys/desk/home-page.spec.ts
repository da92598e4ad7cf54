import { join } from 'node:path'
import { accessibilityViolations } from '../../support/axe.ts'
import { openDesk, toast } from '../../support/desk.ts'
import { newOperator, testWithOwnStore } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const PICTURE = join(import.meta.dirname, '../../../catalogue/pictures/treats-macarons-1.webp')

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

test.use({ viewport: { width: 390, height: 844 } })

test('an owner changes the hero on a phone with a preview, publishes, and undoes; the shopper sees it', async ({
  page,
  browser,
  request,
  store,
}) => {
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/home')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Delicious Donuts')).toBeVisible()
  await page.getByText('Change Delicious Donuts').click()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Title') })
    .first()
  await first.getByLabel('Title').fill('')
  await publish.click()
  await expect(page.getByText('The title of a slide is one line of 1 to 60 characters')).toBeVisible()
  await first.getByLabel('Title').fill('Diwali Boxes')
  await first.getByLabel('Text').fill('Twelve sweets, one ribbon.')
  await first.getByLabel('SHOP NOW leads to').fill('/collections/nuts-treats')
  await first.getByLabel('Choose a picture').setInputFiles(PICTURE)
  await expect(first.getByRole('img', { name: 'Picture as it is now' })).toBeVisible()
  await page.getByLabel('Line above every page').fill('Open till ten on Diwali')
  await page.getByRole('button', { name: 'Move Benefits up' }).click()
  await page.getByLabel('Show Newsletter').uncheck()
  await expect(preview.getByText('Diwali Boxes')).toBeVisible()
  await expect(preview.getByText('Open till ten on Diwali')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  const shopper = await browser.newPage({ baseURL: store.url, viewport: { width: 390, height: 844 } })
  await shopper.goto('/')
  await expect(shopper.getByRole('heading', { name: 'Delicious Donuts' })).toBeVisible()
  await publish.click()
  await expect(toast(page, 'Published')).toBeVisible()
  await shopper.goto('/')
  await expect(shopper.getByRole('heading', { name: 'Diwali Boxes' })).toBeVisible()
  await expect(shopper.getByText('Twelve sweets, one ribbon.')).toBeVisible()
  await expect(shopper.getByText('Open till ten on Diwali')).toBeVisible()
  await expect(shopper.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  expect(await accessibilityViolations(shopper)).toEqual([])
  await shopper
    .getByRole('region', { name: 'Our snacks' })
    .getByRole('link', { name: 'SHOP NOW' })
    .first()
    .click()
  await expect(shopper).toHaveURL('/collections/nuts-treats')

  await page.getByRole('button', { name: 'Bring back the page before' }).click()
  await expect(toast(page, 'Brought back')).toBeVisible()
  await expect(preview.getByText('Delicious Donuts')).toBeVisible()
  await shopper.goto('/')
  await expect(shopper.getByRole('heading', { name: 'Delicious Donuts' })).toBeVisible()
  await expect(shopper.getByRole('button', { name: 'Subscribe' })).toBeVisible()

  // For a later time: nothing changes yet, and it can be called off.
  await page.getByLabel('Line above every page').fill('From tomorrow: boxes')
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  await page.getByLabel('Publish at').fill(`${tomorrow.toISOString().slice(0, 10)}T10:00`)
  await page.getByRole('button', { name: 'Publish at this time' }).click()
  await expect(page.getByText(/will be published on/)).toBeVisible()
  await shopper.goto('/')
  await expect(shopper.getByText('From tomorrow: boxes')).toHaveCount(0)
  await page.getByRole('button', { name: 'Call it off' }).click()
  await expect(page.getByText(/will be published on/)).toBeHidden()
  await shopper.close()
})
