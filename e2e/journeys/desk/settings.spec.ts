import type { Page } from '@playwright/test'
import { openDesk, test, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

test("a change of the shop's record is saved and undone", { tag: ONCE }, async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder), '/desk/settings')
  const name = page.getByLabel('Trade name')
  const nameBefore = await name.inputValue()
  const header = page.getByRole('banner')
  await expect(header).toContainText(`${nameBefore} desk`)
  await page.getByLabel('FSSAI licence number').fill('12')
  await saveButton(page).click()
  await expect(page.getByText('An FSSAI licence number has 14 digits')).toBeVisible()
  await page.getByLabel('FSSAI licence number').fill('12345678901234')
  await name.fill('Asha Snacks')
  await saveButton(page).click()
  await expect(toast(page, "The shop's record was saved")).toBeVisible()
  await expect(header).toContainText('Asha Snacks desk')
  // The title begins with the count of the bell when there is something to do.
  await expect(page).toHaveTitle(/Settings · Asha Snacks desk$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Taken back')).toBeVisible()
  await expect(header).toContainText(`${nameBefore} desk`)
  await expect(name).toHaveValue(nameBefore)
})

test(
  "a change of the shop's record is refused when another tab has changed the record meanwhile",
  { tag: ONCE },
  async ({ page, request, store }) => {
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/settings')
    const name = page.getByLabel('Trade name')
    await expect(name).toBeVisible()
    const otherTab = await page.context().newPage()
    await otherTab.goto('/desk/settings')
    await otherTab.getByLabel('Trade name').fill('Nashta & Sons')
    await saveButton(otherTab).click()
    await expect(toast(otherTab, "The shop's record was saved")).toBeVisible()

    await name.fill('Asha Snacks')
    await saveButton(page).click()
    await expect(page.getByRole('alert')).toContainText("Somebody else has changed the shop's record")
    await page.getByRole('button', { name: 'Load it again' }).click()
    await expect(name).toHaveValue('Nashta & Sons')

    // Other journeys on this store expect the record as it was.
    await otherTab.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(otherTab, 'Taken back')).toBeVisible()
  },
)

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Save', exact: true })
}
