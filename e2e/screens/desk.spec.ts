import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { startStoreProcess } from '@nashta/store/store-process.fixture'
import type { Page } from '@playwright/test'
import { heading, openDesk, rows } from '../support/desk.ts'
import { newOperator, testWithPreparedStore } from '../support/own-store.ts'
import { expect } from '../support/test.ts'

const PROJECT = join(import.meta.dirname, '../..')
const FOLDER = join(PROJECT, 'docs/screenshots')
const ORDER_COUNT = '300'

/** A demo shop with orders of the last 30 days. */
const test = testWithPreparedStore(async (dataFolder) => {
  const settings = { DATA_DIR: dataFolder, RATE_LIMIT_SCALE: '1000' }
  // The first start loads the catalogue. Demo orders are added while the store is stopped.
  await (await startStoreProcess(settings)).stop()
  execFileSync(process.execPath, ['scripts/admin.ts', 'demo-orders', ORDER_COUNT], {
    cwd: PROJECT,
    env: { ...process.env, ...settings },
  })
  return { settings }
})

async function openFirstOrder(page: Page) {
  await page.goto('/desk/orders?work=pack')
  await rows(page).first().click()
  await expect(heading(page, /^Order #/)).toBeVisible()
}

const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  'desk-today': (page) => page.goto('/desk/today'),
  'desk-orders': (page) => page.goto('/desk/orders'),
  'desk-order': openFirstOrder,
  'desk-pack': async (page) => {
    await openFirstOrder(page)
    await page.getByRole('button', { name: 'Pack', exact: true }).click()
    await expect(page.getByRole('main').getByRole('checkbox').first()).toBeVisible()
  },
}

test('screenshots of the desk', async ({ page, request, store, viewport }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await openDesk(page, await newOperator(request, store.dataFolder))
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText('Loading…')).toBeHidden()
    await page.waitForLoadState('networkidle')
    const path = join(FOLDER, `${name}-${viewport?.width}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 72 })
  }
})
