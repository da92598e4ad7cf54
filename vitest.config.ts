import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,scripts,bench,prove,deploy}/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    maxWorkers: '100%',
    // Test files share the modules they load: loading them again took half the time of most files.
    isolate: false,
    // Test files run at once on every core, and those that start processes need longer than the default.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
