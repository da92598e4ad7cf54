import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** The counts of a test runner. Skipped tests are listed by name. */
export type Tally = { passed: number; failed: number; skipped: string[] }

export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: [...sum.skipped, ...skipped],
  }))
}

export function tallyLines({ passed, failed, skipped }: Tally) {
  return [...skipped.map((name) => `SKIPPED  ${name}`), `${passed} passed, ${failed} failed`]
}

/** The program's path is relative to node_modules. The check passes if the exit code is 0. */
export type Check = { name: string; command: [program: string, ...args: string[]] }

/** Runs as many checks at once as there are cores and prints each result as it arrives. */
export async function runChecks(checks: readonly Check[]): Promise<Tally> {
  const queue = [...checks]
  let failed = 0

  async function runQueuedChecks() {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const { hasPassed, output } = await runCheck(check)
      if (!hasPassed) failed += 1
      process.stdout.write(hasPassed ? `ok      ${check.name}\n` : `FAILED  ${check.name}\n${output}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runQueuedChecks))
  return { passed: checks.length - failed, failed, skipped: [] }
}

async function runCheck({ command: [program, ...args] }: Check) {
  const child = spawn(process.execPath, [join('node_modules', program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = new PassThrough()
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const code = new Promise<number | null>((resolve) => {
    child.on('close', (exitCode) => {
      output.end()
      resolve(exitCode)
    })
  })
  const text = await buffer(output)
  return { hasPassed: (await code) === 0, output: text.toString() }
}

const REPORTS = '.cache/reports'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

export function runUnitTests(): Tally {
  const report = prepareReportPath('unit.json')
  const colour = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const memory = memoryFolder()
  const status = runNode(['node_modules/vitest/vitest.mjs', 'run', '--project=fast', ...reporters], {
    ...colour,
    ...(memory && { TMPDIR: memory }),
  })
  if (memory) rmSync(memory, { recursive: true, force: true })

  const result: VitestReport | null = readReport(report)
  if (!result) return NO_REPORT
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults)
  return tallyOfRun(status, {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: tests.filter((test) => SKIPPED_STATUSES.has(test.status)).map((test) => test.fullName),
  })
}

/**
 * A new folder of Linux's file system in memory, where a synced write does not wait for the disk.
 * The proofs, which cut the power, run on the disk.
 */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FILES)
    return bavail * bsize < ENOUGH_MEMORY_BYTES ? null : mkdtempSync(join(MEMORY_FILES, 'nashta-'))
  } catch {
    return null
  }
}

const MEMORY_FILES = '/dev/shm'
const ENOUGH_MEMORY_BYTES = 2 * 1024 ** 3

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string; projectName: string }[] }[]
}
type PlaywrightReport = PlaywrightSuite & { stats: { expected: number; unexpected: number; flaky: number } }

export function runEndToEnd(browser: string | null): Tally {
  if (!browser) {
    const reason = 'no Chromium was found and none could be fetched; set CHROMIUM_PATH'
    return { passed: 0, failed: 0, skipped: [`the end-to-end tests: ${reason}`] }
  }
  // The configuration in the folder e2e names the same path for Playwright's report.
  const report = prepareReportPath('e2e.json')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e', '--project=core']
  const status = runNode(args, { CHROMIUM_PATH: browser })

  const result: PlaywrightReport | null = readReport(report)
  if (!result) return NO_REPORT
  const { expected, unexpected, flaky } = result.stats
  return tallyOfRun(status, {
    passed: expected,
    // A flaky test passed only when it was repeated.
    failed: unexpected + flaky,
    skipped: skippedIn(result),
  })
}

function skippedIn({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const skipped = specs.flatMap(({ title, tests }) =>
    tests.filter((test) => SKIPPED_STATUSES.has(test.status)).map((test) => `${title} (${test.projectName})`),
  )
  return [...skipped, ...suites.flatMap(skippedIn)]
}

const SKIPPED_STATUSES = new Set(['skipped', 'pending', 'todo'])

/** The runner ended without writing a report. */
const NO_REPORT: Tally = { passed: 0, failed: 1, skipped: [] }

/** A run may fail without a failed test, as when a file does not load. It then counts as one failure. */
function tallyOfRun(status: number | null, tests: Tally): Tally {
  return status === 0 || tests.failed > 0 ? tests : { ...tests, failed: 1 }
}

function runNode(args: string[], environment: NodeJS.ProcessEnv) {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
    .status
}

/** Deletes the report of the last run, which could be taken for the report of this one. */
function prepareReportPath(name: string) {
  mkdirSync(REPORTS, { recursive: true })
  const path = join(process.cwd(), REPORTS, name)
  rmSync(path, { force: true })
  return path
}

function readReport(path: string) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
