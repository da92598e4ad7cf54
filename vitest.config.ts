import { configDefaults, defineConfig } from 'vitest/config'

const FOLDERS = '{packages,apps,scripts,bench,prove,deploy}'
const TEST_FILES = [`${FOLDERS}/**/*.test.{ts,tsx}`]
const SLOW_TEST_FILES = [`${FOLDERS}/**/*.slow.test.ts`]

export default defineConfig({
  test: {
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
    // A poll waits for what another part does. The default of one second fails on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: TEST_FILES, exclude: [...configDefaults.exclude, ...SLOW_TEST_FILES] },
      },
      // `npm run prove` runs these tests, `npm test` does not.
      { extends: true, test: { name: 'slow', include: SLOW_TEST_FILES } },
    ],
  },
})
