import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { withPictures } from '../support/chromium.ts'

/** The same store and the same two screens; what comes out are pictures. */
export default defineConfig(journeys, {
  testDir: '.',
  globalSetup: '../support/one-store.ts',
  outputDir: '../../.cache/screens',
  reporter: [['list']],
  use: { launchOptions: withPictures },
})
