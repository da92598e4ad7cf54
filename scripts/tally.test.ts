import { expect, it } from 'vitest'
import { addUp, tallyLines } from './tally.ts'

it('ends with one plain count over all runners, after the name of everything skipped', () => {
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
