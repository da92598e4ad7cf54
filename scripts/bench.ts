import { writeFileSync } from 'node:fs'
import { CONNECTIONS } from '../bench/src/compare.ts'
import { createPreparedData } from '../bench/src/data/prepared-data.ts'
import { machineLine, missedBars, reportTables } from '../bench/src/report.ts'
import { type Measurement, measureRow } from '../bench/src/row.ts'
import { ROWS } from '../bench/src/rows.ts'
import { buildWebOrExit } from './build-web.ts'
import { messageOf, readCommandLine } from './command-line.ts'

const FIGURES_FILE = 'docs/figures.md'
/**
 * The numbers of products, orders and connections that some rows compare. Each of these rows shows
 * how the cost of a request grows with one of the numbers.
 */
const SIZES = {
  products: [1_000, 100_000],
  orders: [10_000, 1_000_000],
  connections: [1, 4, 16, 64, 256],
}
const SHOPPER_COUNT = 128

const commandLine = readCommandLine(
  'npm run bench -- [--rounds N] [--seconds N] [--row NAME]… [--profile FOLDER] [--write]',
  {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    row: { type: 'string', multiple: true },
    /** A folder for CPU profiles of the measured stores. */
    profile: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
)
const { values, fail, parsePositiveInteger, parsePositiveNumber, refusePositionals, select } = commandLine
refusePositionals()
const effort = {
  rounds: parsePositiveInteger('rounds', values.rounds),
  seconds: parsePositiveNumber('seconds', values.seconds),
}
const names = ROWS.map(({ name }) => name)
const selected = select('row', names, values.row)
if (values.write && values.row) fail('--write takes all rows')

await buildWebOrExit()
const { prepareData, removeFolders } = createPreparedData()
const measurements: Measurement[] = []
const failures: string[] = []
try {
  for (const row of ROWS.filter(({ name }) => selected.has(name))) {
    process.stderr.write(`${row.name}\n`)
    try {
      const options = { effort, sizes: SIZES, shopperCount: SHOPPER_COUNT, prepareData }
      measurements.push(await measureRow(row, { ...options, profileFolder: values.profile }))
    } catch (error) {
      failures.push(`FAILED  ${messageOf(error)}\n`)
    }
  }
} finally {
  removeFolders()
}

const report = `${machineLine(new Date())}\n\n${reportTables(measurements)}\n${legend()}`
const missed = missedBars(measurements).map((label) => `MISSED  ${label}\n`)
process.stdout.write([report, ...failures, ...missed].join(''))
if (values.write && failures.length === 0) writeFileSync(FIGURES_FILE, `# Figures\n\n${report}`)
if (failures.length > 0 || missed.length > 0) process.exitCode = 1

function legend() {
  return `Server CPU time per request, then requests per second: medians of ${effort.rounds} alternating rounds of ${effort.seconds} s, ${CONNECTIONS} connections.
The store is one process as \`npm start\` runs it, with real accounts, access tokens and session checks; only RATE_LIMIT_SCALE is raised and OPEN_UNITS_MAX is 0.
A bare server is \`node:http\` that sends the same bytes and does nothing else; the ratio is its CPU time divided by the store's.
`
}
