import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CONNECTIONS } from '../bench/src/compare.ts'
import { machineLine, reportTables } from '../bench/src/report.ts'
import { type Finding, measureRow } from '../bench/src/row.ts'
import { ROWS } from '../bench/src/rows.ts'
import { buildWebOrExit } from './build-web.ts'

const FIGURES = 'docs/figures.md'
const SIZES = {
  products: [1_000, 10_000, 100_000],
  orders: [10_000, 100_000, 1_000_000],
  connections: [1, 4, 16, 64, 256],
}
const SHOPPERS = 512

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** May be given several times; all of them otherwise. */
    row: { type: 'string', multiple: true },
    /** A folder for CPU profiles of the servers under test. */
    profile: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const effort = { rounds: positive('rounds', values.rounds), seconds: positive('seconds', values.seconds) }
const rows = ROWS.filter(({ name }) => values.row?.includes(name) ?? true)
const unknown = values.row?.filter((name) => !ROWS.some((row) => row.name === name)) ?? []
if (unknown.length > 0) giveUp(`there is no row ${unknown.join(', ')}; there are ${names()}`)
if (values.write && values.row) giveUp('--write takes the whole table, so leave --row out')

await buildWebOrExit()
const options = { effort, sizes: SIZES, shopperCount: SHOPPERS }
const findings: Finding[] = []
const failures: string[] = []
for (const row of rows) {
  process.stderr.write(`${row.name}\n`)
  try {
    findings.push(await measureRow(row, { ...options, profileFolder: values.profile }))
  } catch (error) {
    failures.push(`FAILED  ${(error as Error).message}\n`)
  }
}

const report = `${machineLine(new Date())}\n\n${reportTables(findings)}\n${legend()}`
process.stdout.write(`${report}${failures.join('')}`)
if (failures.length > 0) process.exitCode = 1
else if (values.write) writeFileSync(FIGURES, `# Figures\n\n${report}`)

function legend() {
  const rounds = `${effort.rounds} rounds of ${effort.seconds} s in turns, ${CONNECTIONS} connections`
  return `Server CPU time per request, then requests per second: medians of ${rounds}.
A bare server is \`node:http\` answering the same bytes and doing nothing else; the ratio is its CPU time by ours.
`
}

function positive(name: string, text: string) {
  const value = Number(text)
  return value > 0 ? value : giveUp(`--${name} must be a number above 0`)
}

function names() {
  return ROWS.map(({ name }) => name).join(', ')
}

function giveUp(message: string): never {
  process.stderr.write(`Could not measure: ${message}\n`)
  process.exit(1)
}
