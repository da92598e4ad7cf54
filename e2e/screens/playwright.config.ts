import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { withPictures } from '../support/chromium.ts'

/** Takes screenshots, with the store and the two screen sizes of the journeys. */
export default defineConfig(journeys, {
  testDir: '.',
  globalSetup: '../support/start-store.ts',
  outputDir: '../../.cache/screens',
  reporter: [['list']],
  use: { launchOptions: withPictures },
})
