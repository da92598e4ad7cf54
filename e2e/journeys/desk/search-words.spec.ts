import { accessibilityViolations } from '../../support/axe.ts'
import { openDesk, toast } from '../../support/desk.ts'
import { newOperator, testWithOwnStore } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

test('an owner gives a word its meaning, and shoppers find it, also without the store', async ({
  page,
  request,
  store,
  context,
}) => {
  const searched = '/collections/allproducts?search=chakna'
  await page.goto(searched)
  await expect(page.getByText('No snacks available at the moment.')).toBeVisible()

  const desk = await context.newPage()
  await openDesk(desk, await newOperator(request, store.dataFolder, 'manager'), '/desk/search-words')
  await expect(desk.getByText('None.')).toBeVisible()
  await desk.getByRole('button', { name: 'Add a line' }).click()
  const line = desk.getByRole('form', { name: 'Search words' }).getByRole('listitem').first()
  await line.getByLabel('Words', { exact: true }).fill('chakna')
  // A line that means nothing is refused beside its field.
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(line.getByText('A line needs a second word, or what to find instead')).toBeVisible()
  await line.getByLabel(/^Finds/).fill('motichoor, royal mix')
  expect(await accessibilityViolations(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(desk, 'The search words were saved')).toBeVisible()

  const cards = page.getByRole('region', { name: 'Snacks' }).getByRole('article')
  await expect(async () => {
    await page.goto(searched)
    await expect(cards.filter({ hasText: 'Motichoor Laddoo' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  // The browser keeps the words with the list of products.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nashta.synonyms'))).toContain('chakna')

  await desk.goto('/desk/log')
  await expect(desk.getByText('the words of the search')).toBeVisible()
})
