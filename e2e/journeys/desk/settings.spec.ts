import { openDesk, test, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

test("a change of the shop's record is saved and undone", { tag: ONCE }, async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder), '/desk/settings')
  const name = page.getByLabel('Trade name')
  const before = await name.inputValue()
  await page.getByLabel('FSSAI licence number').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('An FSSAI licence number has 14 digits')).toBeVisible()
  await page.getByLabel('FSSAI licence number').fill('12345678901234')
  await name.fill('Asha Snacks')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, "The shop's record was saved")).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Taken back')).toBeVisible()
  await expect(name).toHaveValue(before)

  const other = await page.context().newPage()
  await other.goto('/desk/settings')
  await other.getByLabel('Trade name').fill('Nashta & Sons')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(other, "The shop's record was saved")).toBeVisible()
  await name.fill('Asha Snacks')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText("Somebody else has changed the shop's record")
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(name).toHaveValue('Nashta & Sons')
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(other, 'Taken back')).toBeVisible()
})
