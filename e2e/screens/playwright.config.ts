import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { withPictures } from '../support/chromium.ts'

/** The store and the two screen sizes of the journeys; the results are screenshots. */
export default defineConfig(journeys, {
  testDir: '.',
  globalSetup: '../support/start-store.ts',
  outputDir: '../../.cache/screens',
  reporter: [['list']],
  use: { launchOptions: withPictures },
})
