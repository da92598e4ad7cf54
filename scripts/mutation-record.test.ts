import { expect, it } from 'vitest'
import { mutationSectionOf, withMutationResults } from './mutation-record.ts'

const FIRST = withMutationResults('# Proofs\n\n| id |\n', [
  { id: 'S1', red: 7, notNoticed: [], date: '2026-01-30' },
  { id: 'R10', red: 1, notNoticed: ['a mail is sent twice', 'a mail is lost'], date: '2026-01-30' },
])
const linesOf = (document: string) =>
  document.split('\n').flatMap((line) => (/^\| [A-Z]\d/.test(line) ? [line.replaceAll(/ +/g, ' ')] : []))

it('results stand below the table of the proofs, in the order of the rows', () => {
  expect(FIRST).toMatch(/^# Proofs\n\n\| id \|\n\n## Mutations\n/)
  expect(linesOf(FIRST)).toEqual([
    '| R10 | 1 | a mail is sent twice; a mail is lost | 2026-01-30 |',
    '| S1 | 7 | – | 2026-01-30 |',
  ])
})

it('a later run of one row leaves the results of the others', () => {
  const second = withMutationResults(FIRST, [{ id: 'R10', red: 3, notNoticed: [], date: '2026-01-31' }])
  expect(linesOf(second)).toEqual(['| R10 | 3 | – | 2026-01-31 |', '| S1 | 7 | – | 2026-01-30 |'])
  expect(second.split('## Mutations')).toHaveLength(2)
})

it('the section is found again, so that a new table of proofs can keep it', () => {
  expect(`# Proofs\n\n| id |\n\n${mutationSectionOf(FIRST)}`).toBe(FIRST)
  expect(mutationSectionOf('# Proofs\n')).toBe('')
})
