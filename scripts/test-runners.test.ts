import { expect, it } from 'vitest'
import { addUp, tallyLines } from './test-runners.ts'

it('the tally ends with one count over all runners, after the names of skipped tests', () => {
  const total = addUp([
    { passed: 8, failed: 0, skipped: [] },
    { passed: 40, failed: 1, skipped: ['a read-only folder'] },
    { passed: 0, failed: 0, skipped: ['the end-to-end tests: no Chromium'] },
  ])
  expect(tallyLines(total)).toEqual([
    'SKIPPED  a read-only folder',
    'SKIPPED  the end-to-end tests: no Chromium',
    '48 passed, 1 failed',
  ])
})
