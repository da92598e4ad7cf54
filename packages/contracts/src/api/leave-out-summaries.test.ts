import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leaveOutSummaries, withoutSummaries } from './leave-out-summaries.ts'

it.each([
  [`{ path: '/a', summary: 'One, two', reply }`, `{ path: '/a', reply }`],
  ['{ summary: `At most ${MAX}, "x"`, reply }', '{ reply }'],
  [`{\n  summary:\n    "The shopper's list",\n  status: 200,\n}`, '{\n  status: 200,\n}'],
  [String.raw`{ summary: 'It\'s one' }`, '{ }'],
])('%s is left without its summary', (source, expected) => {
  expect(withoutSummaries(source)).toBe(expected)
})

it('no contract keeps a summary', () => {
  const folder = join(import.meta.dirname, '..')
  const kept = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/leave-out-summaries.ts'] })
    .map((file) => [
      file,
      leaveOutSummaries().transform(readFileSync(join(folder, file), 'utf8'), join(folder, file)),
    ])
    .filter(([, source]) => /\bsummary:(?! string)/.test(source ?? ''))
    .map(([file]) => file)
  expect(kept).toEqual([])
})
