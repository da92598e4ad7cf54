import type { Proof } from '../proof.ts'
import { runSuiteTest, whyNoBrowser } from '../run-suite-test.ts'

export const spoiledStorage: Proof = {
  id: 'O2',
  test: 'Storage that is forbidden, full or corrupt, in Chromium',
  sizes: { quick: 2, short: 23, nightly: 23 },
  unit: 'pages in each state',
  isInSuite: true,
  whyNot: whyNoBrowser,
  async run(_scene, size) {
    const spoiled = ['--project=desktop', 'journeys/offline-storage.spec']
    await runSuiteTest('playwright', spoiled, { STORAGE_PAGES: String(size) })
    return `${size} pages in each of 3 states: all there, 0 errors`
  },
  mutations: [
    {
      what: 'a page looks at the storage without care',
      file: 'packages/browser/src/storage/browser-storage.ts',
      from: `  try {
    return work()
  } catch {
    return null
  }`,
      to: '  return work()',
    },
    {
      what: 'a record that cannot be read is an error',
      file: 'packages/browser/src/storage/storage-record.ts',
      from: `  try {
    return JSON.parse(text)
  } catch {
    return null
  }`,
      to: "  return text === '' ? null : JSON.parse(text)",
    },
  ],
}
