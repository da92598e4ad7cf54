import type { RankerResult } from './evaluate.ts'
import type { Metrics } from './metrics.ts'

const COLUMNS: [title: string, metric: keyof Metrics][] = [
  ['nDCG', 'ndcg'],
  ['Recall', 'recall'],
  ['HR', 'hitRate'],
]

/**
 * Returns a table with one line for each ranker. With several rounds, a cell has their mean and
 * standard deviation.
 */
export function metricsTable(
  rounds: readonly (readonly RankerResult[])[],
  lengths: readonly number[],
): string {
  const [first = []] = rounds
  const titles = lengths.flatMap((length) => COLUMNS.map(([title]) => `${title}@${length}`))
  const lines = first.map(({ name }, index) => {
    const results = rounds.flatMap((round) => round[index] ?? [])
    const cells = lengths.flatMap((length) =>
      COLUMNS.map(([, metric]) =>
        meanAndDeviation(results.map(({ byLength }) => byLength.get(length)?.[metric] ?? 0)),
      ),
    )
    const meanCoverage = mean(results.map(({ coverage }) => coverage))
    return [name].concat(cells, `${(100 * meanCoverage).toFixed(1)} %`)
  })
  return alignColumns([['', ...titles, 'coverage'], ...lines])
}

/** Returns `0.1234`, for example, or `0.1234 ± 0.0012` for several values. */
function meanAndDeviation(values: readonly number[]): string {
  const average = mean(values)
  if (values.length < 2) return average.toFixed(4)
  const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1)
  return `${average.toFixed(4)} ± ${Math.sqrt(variance).toFixed(4)}`
}

function mean(values: readonly number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function alignColumns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    return `${cells.join('  ').trimEnd()}\n`
  })
  return lines.join('')
}
