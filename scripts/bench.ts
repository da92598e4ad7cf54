import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { CONNECTIONS } from '../bench/src/compare.ts'
import { createPreparedData } from '../bench/src/data/prepared-data.ts'
import { buildCommit } from '../bench/src/processes/build-commit.ts'
import { machineLine, missedBars, reportTables } from '../bench/src/report.ts'
import { type Measurement, measureRow, type Row } from '../bench/src/row.ts'
import { ROWS } from '../bench/src/rows.ts'
import { CHANGE_ROW_NAMES, changeRows } from '../bench/src/rows/change-rows.ts'
import { buildWebOrExit } from './build-web.ts'
import { messageOf, readCommandLine } from './command-line.ts'

const FIGURES_FILE = 'docs/figures.md'
/** The section of the figures that `--against` writes. It is the last one. */
const AGAINST_HEADING = '\n## Against commit '
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
  'npm run bench -- [--rounds N] [--seconds N] [--row NAME]… [--profile FOLDER] [--against COMMIT] [--write]',
  {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    row: { type: 'string', multiple: true },
    /** A folder for CPU profiles of the measured stores. */
    profile: { type: 'string' },
    /** A commit. The same calls are measured on its store and on today's. */
    against: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
)
const { values, fail, parsePositiveInteger, parsePositiveNumber, refusePositionals, select } = commandLine
refusePositionals()
const effort = {
  rounds: parsePositiveInteger('rounds', values.rounds),
  seconds: parsePositiveNumber('seconds', values.seconds),
}
const commit = values.against === undefined ? undefined : resolveCommit(values.against)
const names = commit === undefined ? ROWS.map(({ name }) => name) : CHANGE_ROW_NAMES
const selected = select('row', names, values.row)
if (values.write && values.row) fail('--write takes all rows')

// The folders and processes of this run are removed at its end, and also when it is interrupted.
process.once('SIGINT', () => process.exit(1))
process.once('SIGTERM', () => process.exit(1))

await buildWebOrExit()
const rows = commit === undefined ? ROWS : await rowsAgainst(commit)
const { prepareData, removeFolders } = createPreparedData()
const measurements: Measurement[] = []
const failures: string[] = []
try {
  for (const row of rows.filter(({ name }) => selected.has(name))) {
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

const report = `${machineLine(new Date())}\n\n${reportTables(measurements)}\n${commit === undefined ? legend() : legendAgainst()}`
const missed = missedBars(measurements).map((label) => `MISSED  ${label}\n`)
process.stdout.write([report, ...failures, ...missed].join(''))
if (values.write && failures.length === 0) writeReport()
if (failures.length > 0 || missed.length > 0) process.exitCode = 1

function resolveCommit(name: string): string {
  const { status, stdout } = spawnSync(
    'git',
    ['rev-parse', '--short', '--verify', '--quiet', `${name}^{commit}`],
    {
      encoding: 'utf8',
    },
  )
  return status === 0 ? stdout.trim() : fail(`There is no commit ${name}`)
}

async function rowsAgainst(older: string): Promise<Row[]> {
  process.stderr.write(`Building ${older}\n`)
  return changeRows({ older: await buildCommit(older), today: process.cwd() })
}

/** Writes the report into its part of the figures and leaves the other part as it is. */
function writeReport() {
  const [figures = '', against] = readFileSync(FIGURES_FILE, 'utf8').split(AGAINST_HEADING)
  const parts =
    commit === undefined ? [`# Figures\n\n${report}`, against] : [figures, `${commit}\n\n${report}`]
  writeFileSync(FIGURES_FILE, parts.filter((part) => part !== undefined).join(AGAINST_HEADING))
}

function legendAgainst() {
  return `Server CPU time per request: medians of ${effort.rounds} rounds of ${effort.seconds} s in which the two stores alternate, ${CONNECTIONS} connections, and the lowest and highest ratio of two rounds that followed one another.
Both stores run as above, each on the demo catalogue of its commit, with one product whose stock is counted. \`npm run bench -- --against ${commit}\` measures them.
`
}

function legend() {
  return `Server CPU time per request, then requests per second: medians of ${effort.rounds} alternating rounds of ${effort.seconds} s, ${CONNECTIONS} connections.
The store is one process as \`npm start\` runs it, with real accounts, access tokens and session checks; only RATE_LIMIT_SCALE is raised and OPEN_UNITS_MAX is 0.
A bare server is \`node:http\` that sends the same bytes and does nothing else; the ratio is its CPU time divided by the store's.
`
}
