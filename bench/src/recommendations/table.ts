import type { RankerRow } from './evaluate.ts'
import type { Metrics } from './metrics.ts'

const COLUMNS: [title: string, part: keyof Metrics][] = [
  ['nDCG', 'ndcg'],
  ['Recall', 'recall'],
  ['HR', 'hitRate'],
]

/** One line for each ranker; for several rounds the mean and the standard deviation. */
export function metricsTable(rounds: readonly (readonly RankerRow[])[], lengths: readonly number[]): string {
  const [first = []] = rounds
  const titles = lengths.flatMap((length) => COLUMNS.map(([title]) => `${title}@${length}`))
  const lines = first.map(({ name }, line) => {
    const rows = rounds.flatMap((round) => round[line] ?? [])
    const cells = lengths.flatMap((length) =>
      COLUMNS.map(([, part]) => spread(rows.map((row) => row.byLength.get(length)?.[part] ?? 0))),
    )
    const coverage = mean(rows.map((row) => row.coverage))
    return [name].concat(cells, `${(100 * coverage).toFixed(1)} %`)
  })
  return layOut([['', ...titles, 'coverage'], ...lines])
}

function spread(values: readonly number[]): string {
  const average = mean(values)
  if (values.length < 2) return average.toFixed(4)
  const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1)
  return `${average.toFixed(4)} ± ${Math.sqrt(variance).toFixed(4)}`
}

function mean(values: readonly number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function layOut(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

function pad(cell: string, width: number, column: number) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}
