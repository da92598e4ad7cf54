import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,scripts,bench,prove,deploy}/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    maxWorkers: '100%',
    // Half the time of most files went into loading again what the file before had loaded.
    isolate: false,
    // Files run beside each other on every core; those that start processes need longer than the default.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
