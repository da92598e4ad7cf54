import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Tally } from './tally.ts'

const REPORTS = '.cache/reports'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

export function runUnitTests(): Tally {
  const report = freshReport('unit.json')
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters], colours)

  const result = readReport(report) as VitestReport | null
  if (!result) return NO_REPORT
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults)
  return atLeastOneFailure(status, {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: tests.filter((test) => SKIPPED.has(test.status)).map((test) => test.fullName),
  })
}

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
  const report = freshReport('e2e.json')
  const status = runNode(['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e'], {
    CHROMIUM_PATH: browser,
  })

  const result = readReport(report) as PlaywrightReport | null
  if (!result) return NO_REPORT
  const { expected, unexpected, flaky } = result.stats
  return atLeastOneFailure(status, {
    passed: expected,
    failed: unexpected + flaky,
    skipped: skippedIn(result),
  })
}

function skippedIn({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.filter((test) => SKIPPED.has(test.status)).map((test) => `${title} (${test.projectName})`),
  )
  return [...own, ...suites.flatMap(skippedIn)]
}

const SKIPPED = new Set(['skipped', 'pending', 'todo'])

/** The runner died before it could say what it found. */
const NO_REPORT: Tally = { passed: 0, failed: 1, skipped: [] }

/** A file that does not load, or an error between tests, fails the run without failing a test. */
function atLeastOneFailure(status: number | null, tally: Tally): Tally {
  return status === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

function runNode(args: string[], environment: NodeJS.ProcessEnv) {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
    .status
}

function freshReport(name: string) {
  mkdirSync(REPORTS, { recursive: true })
  const path = join(process.cwd(), REPORTS, name)
  rmSync(path, { force: true })
  return path
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
