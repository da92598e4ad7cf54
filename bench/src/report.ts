import { cpus } from 'node:os'
import type { Cost } from './compare.ts'
import type { Finding, Sizes } from './row.ts'

/** Where and when, in one line. */
export function machineLine(now: Date) {
  const processors = cpus()
  const date = now.toISOString().slice(0, 10)
  return `${processors[0]?.model ?? 'unknown processor'}, ${processors.length} cores, Node ${process.versions.node}, ${process.platform}, ${date}`
}

/** One table for each kind of finding, in Markdown. */
export function reportTables(findings: readonly Finding[]): string {
  const tables = [
    table(
      ['Against a bare server', 'bare', 'ours', 'ratio', 'bar', '', 'bare', 'ours', 'core in use'],
      findings.filter((finding) => finding.kind === 'ratio').map((finding) => ratioCells(finding)),
    ),
    growthTable('products', findings),
    growthTable('orders', findings),
    growthTable('connections', findings),
    table(
      ['The store itself', 'measured', 'bar', ''],
      findings.filter((finding) => finding.kind === 'figure').map((finding) => figureCells(finding)),
    ),
    table(
      ['With CLOUD=aws, on stand-ins on this machine', 'one process', 'two', 'times'],
      findings.filter((finding) => finding.kind === 'processes').map((finding) => processCells(finding)),
    ),
  ]
  return tables.filter(Boolean).join('\n')
}

type Of<K extends Finding['kind']> = Extract<Finding, { kind: K }>

function ratioOf({ bare, ours }: Of<'ratio'>) {
  return bare.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
}

/** The most there is against the least. */
function growthOf({ steps }: Of<'growth'>) {
  const [least, most] = [steps[0], steps.at(-1)]
  return least && most ? most.cost.cpuMicrosPerRequest / least.cost.cpuMicrosPerRequest : Number.NaN
}

function ratioCells(finding: Of<'ratio'>) {
  const { what, bare, ours, atLeast } = finding
  const ratio = ratioOf(finding).toFixed(2)
  return [
    what,
    cpu(bare),
    cpu(ours),
    ratio,
    `≥ ${atLeast}`,
    verdict(finding),
    rate(bare),
    rate(ours),
    busy(ours),
  ]
}

function growthTable(of: keyof Sizes, findings: readonly Finding[]) {
  const rows = findings.filter((finding) => finding.kind === 'growth').filter((finding) => finding.of === of)
  const sizes = rows[0]?.steps.map(({ size }) => `${size.toLocaleString('en')} ${of}`) ?? []
  return table(
    [`As there are more ${of}`, ...sizes, 'times', 'bar', ''],
    rows.map((finding) => growthCells(finding)),
  )
}

function growthCells(finding: Of<'growth'>) {
  const { what, steps, atMost } = finding
  const costs = steps.map(({ cost }) => `${cpu(cost)}, ${rate(cost)}`)
  const bar = atMost === undefined ? '' : `≤ ${atMost}`
  return [what, ...costs, growthOf(finding).toFixed(2), bar, verdict(finding)]
}

function figureCells(finding: Of<'figure'>) {
  const { what, value, unit, atMost } = finding
  const bar = atMost === undefined ? '' : `≤ ${atMost} ${unit}`
  return [what, `${value.toPrecision(3)} ${unit}`, bar, verdict(finding)]
}

function processCells({ what, one, two }: Of<'processes'>) {
  return [what, rate(one), rate(two), (two.requestsPerSecond / one.requestsPerSecond).toFixed(2)]
}

function verdict(finding: Of<'ratio' | 'growth' | 'figure'>) {
  if (finding.kind === 'ratio') return ratioOf(finding) >= finding.atLeast ? 'met' : 'missed'
  if (finding.atMost === undefined) return ''
  return (finding.kind === 'growth' ? growthOf(finding) : finding.value) <= finding.atMost ? 'met' : 'missed'
}

function cpu({ cpuMicrosPerRequest }: Cost) {
  return `${cpuMicrosPerRequest.toFixed(1)} µs`
}

function rate({ requestsPerSecond }: Cost) {
  return `${Math.round(requestsPerSecond).toLocaleString('en')}/s`
}

function busy(cost: Cost) {
  return `${Math.round(cost.busy * 100)} %`
}

/** In Markdown, as the formatter of the house would write it; nothing where there is no row. */
export function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const widths = head.map((cell, column) =>
    Math.max(3, ...[cell, ...rows.map((row) => row[column] ?? '')].map((text) => text.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('')
}
