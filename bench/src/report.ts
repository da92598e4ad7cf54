import { cpus } from 'node:os'
import { type Cost, medians } from './compare.ts'
import type { Measurement, Sizes } from './row.ts'

/** The machine, the versions and the date. */
export function machineLine(now: Date) {
  const processors = cpus()
  const date = now.toISOString().slice(0, 10)
  return `${processors[0]?.model ?? 'unknown processor'}, ${processors.length} cores, Node ${process.versions.node}, ${process.platform}, ${date}`
}

/** One Markdown table for each kind of measurement. */
export function reportTables(measurements: readonly Measurement[]): string {
  const tables = [
    // The first columns `bare` and `store` are CPU times, the second are requests per second.
    table(
      ['Against a bare server', 'bare', 'store', 'ratio', 'bar', 'verdict', 'bare', 'store', 'core in use'],
      measurements
        .filter((measurement) => measurement.kind === 'ratio')
        .map((measurement) => ratioCells(measurement)),
    ),
    table(
      ['Against the older commit', 'older', 'today', 'times', 'of single rounds', 'bar', 'verdict'],
      measurements
        .filter((measurement) => measurement.kind === 'change')
        .map((measurement) => changeCells(measurement)),
    ),
    growthTable('products', measurements),
    growthTable('orders', measurements),
    growthTable('connections', measurements),
    table(
      ['The store itself', 'measured', 'bar', 'verdict'],
      measurements
        .filter((measurement) => measurement.kind === 'figure')
        .map((measurement) => figureCells(measurement)),
    ),
    table(
      ['With CLOUD=aws, on stand-ins on this machine', 'one process', 'two', 'times'],
      measurements
        .filter((measurement) => measurement.kind === 'processes')
        .map((measurement) => processCells(measurement)),
    ),
  ]
  return tables.filter(Boolean).join('\n')
}

type OfKind<K extends Measurement['kind']> = Extract<Measurement, { kind: K }>

function ratioOf({ bare, store }: OfKind<'ratio'>) {
  return bare.cpuMicrosPerRequest / store.cpuMicrosPerRequest
}

/** The cost today divided by the cost in the older commit. */
function changeOf({ older, today }: OfKind<'change'>) {
  return medians(today).cpuMicrosPerRequest / medians(older).cpuMicrosPerRequest
}

/** The cost at the largest size divided by the cost at the smallest. Sizes are ascending. */
function growthOf({ steps }: OfKind<'growth'>) {
  const [smallest, largest] = [steps[0], steps.at(-1)]
  if (!smallest || !largest) return Number.NaN
  return largest.cost.cpuMicrosPerRequest / smallest.cost.cpuMicrosPerRequest
}

function ratioCells(measurement: OfKind<'ratio'>) {
  const { label, bare, store, atLeast } = measurement
  const ratio = ratioOf(measurement).toFixed(2)
  return [
    label,
    cpuText(bare),
    cpuText(store),
    ratio,
    `≥ ${atLeast.toFixed(2)}`,
    verdict(measurement),
    rateText(bare),
    rateText(store),
    busyText(store),
  ]
}

function changeCells(measurement: OfKind<'change'>) {
  const { label, older, today, atMost } = measurement
  const timesOfRounds = today.map((cost, round) =>
    changeOf({ ...measurement, older: older.slice(round, round + 1), today: [cost] }),
  )
  const spread = [Math.min(...timesOfRounds), Math.max(...timesOfRounds)].map((times) => times.toFixed(2))
  const bar = atMost === undefined ? '' : `≤ ${atMost}`
  const costs = [older, today].map((rounds) => cpuText(medians(rounds)))
  return [label, ...costs, changeOf(measurement).toFixed(2), spread.join(' to '), bar, verdict(measurement)]
}

function growthTable(growing: keyof Sizes, measurements: readonly Measurement[]) {
  const rows = measurements
    .filter((measurement) => measurement.kind === 'growth')
    .filter((measurement) => measurement.growing === growing)
  const sizes = rows[0]?.steps.map(({ size }) => `${size.toLocaleString('en')} ${growing}`) ?? []
  return table(
    [`With more ${growing}`, ...sizes, 'times', 'bar', 'verdict'],
    rows.map((measurement) => growthCells(measurement)),
  )
}

function growthCells(measurement: OfKind<'growth'>) {
  const { label, steps, atMost } = measurement
  const costs = steps.map(({ cost }) => `${cpuText(cost)}, ${rateText(cost)}`)
  const bar = atMost === undefined ? '' : `≤ ${atMost}`
  return [label, ...costs, growthOf(measurement).toFixed(2), bar, verdict(measurement)]
}

function figureCells(measurement: OfKind<'figure'>) {
  const { label, value, unit, atMost } = measurement
  const bar = atMost === undefined ? '' : `≤ ${atMost} ${unit}`
  return [label, `${value.toPrecision(3)} ${unit}`, bar, verdict(measurement)]
}

function processCells({ label, one, two }: OfKind<'processes'>) {
  return [label, rateText(one), rateText(two), (two.requestsPerSecond / one.requestsPerSecond).toFixed(2)]
}

/** The labels of the measurements that miss their bar. */
export function missedBars(measurements: readonly Measurement[]): string[] {
  return measurements
    .filter((measurement) => measurement.kind !== 'processes' && verdict(measurement) === 'missed')
    .map(({ label }) => label)
}

/** Empty for a measurement without a bar. */
function verdict(measurement: OfKind<'ratio' | 'change' | 'growth' | 'figure'>) {
  if (measurement.kind === 'ratio') return ratioOf(measurement) >= measurement.atLeast ? 'met' : 'missed'
  if (measurement.atMost === undefined) return ''
  return valueOf(measurement) <= measurement.atMost ? 'met' : 'missed'
}

function valueOf(measurement: OfKind<'change' | 'growth' | 'figure'>) {
  if (measurement.kind === 'change') return changeOf(measurement)
  return measurement.kind === 'growth' ? growthOf(measurement) : measurement.value
}

function cpuText({ cpuMicrosPerRequest }: Cost) {
  return `${cpuMicrosPerRequest.toFixed(1)} µs`
}

function rateText({ requestsPerSecond }: Cost) {
  return `${Math.round(requestsPerSecond).toLocaleString('en')}/s`
}

function busyText({ cpuShare }: Cost) {
  return `${Math.round(cpuShare * 100)} %`
}

/** Returns a Markdown table with aligned columns, or an empty text if there are no rows. */
export function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const widths = head.map((cell, column) =>
    Math.max(3, ...[cell, ...rows.map((row) => row[column] ?? '')].map((text) => text.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('')
}
