import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,scripts,bench,prove,deploy}/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    maxWorkers: '100%',
    // Test files share the modules that they load. With isolation, most files spend half their time
    // on loading them again.
    isolate: false,
    // Test files run on all cores at once. The files that start processes need longer than the
    // default timeout.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
