import { table } from '../bench/src/report.ts'
import { rankOf } from '../prove/src/proof.ts'

/** What became of the mutations of one proof. `date` is a day, as 2026-01-31. */
type MutationResult = { id: string; red: number; notNoticed: readonly string[]; date: string }

const HEADING = '## Mutations'
const INTRODUCTION = `The latest \`npm run prove -- --mutate --write\` of each row: how many of its mutations turned it red, and which did not. A row that
is not listed was not run.`
const ROW = /^\| (?<id>[A-Z]\d+) +\| (?<red>\d+) +\| (?<notNoticed>.*?) *\| (?<date>[\d-]+) +\|$/gm
const NONE = '–'

/** The part of docs/proofs.md about mutations; empty when there is none. */
export function mutationSectionOf(document: string): string {
  const start = document.indexOf(HEADING)
  return start === -1 ? '' : document.slice(start)
}

/** The document with these results. Results of other rows stay as they are. */
export function withMutationResults(document: string, results: readonly MutationResult[]): string {
  const section = mutationSectionOf(document)
  const cells = new Map(
    [...section.matchAll(ROW)].map(({ groups = {} }) => [groups['id'] ?? '', Object.values(groups)]),
  )
  for (const { id, red, notNoticed, date } of results)
    cells.set(id, [id, String(red), notNoticed.join('; ') || NONE, date])
  const rows = [...cells.values()].toSorted(([a = ''], [b = '']) => rankOf(a) - rankOf(b))
  const rest = document.slice(0, document.length - section.length).trimEnd()
  return `${rest}\n\n${HEADING}\n\n${INTRODUCTION}\n\n${table(['id', 'red', 'not noticed', 'date'], rows)}`
}
