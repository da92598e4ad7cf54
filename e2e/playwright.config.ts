import { defineConfig } from '@playwright/test'
import { withoutPictures } from './support/chromium.ts'
import { ONCE } from './support/once.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** Buying, paying and packing: the journeys that `npm test` runs. */
const CORE_JOURNEYS = /(?:cart|checkout|guests|payments|desk\/(?:bulk-orders|orders|refunds))\.spec\.ts$/

export default defineConfig({
  testDir: './journeys',
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A journey is a whole purchase in a browser, and the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json', { outputFile: '../.cache/reports/e2e.json' }]],
  globalSetup: './support/start-store.ts',
  use: {
    baseURL: process.env['STORE_URL'] ?? '',
    launchOptions: withoutPictures,
    // Journeys that fake responses must see every request. service-worker.spec.ts allows the worker.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'core', testMatch: CORE_JOURNEYS, use: DESKTOP },
    // `npm run prove` runs all journeys, in the two projects below.
    {
      name: 'phone',
      // These journeys are the same at every width.
      testIgnore: /aws|search-engines|injected|offline/,
      grepInvert: new RegExp(ONCE),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    { name: 'desktop', use: DESKTOP },
  ],
})
