import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { Tally } from './tally.ts'

const REPORTS = '.cache/reports'

export function runUnitTests(): Tally {
  const report = freshReport('unit.json')
  const status = runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    process.stdout.isTTY ? {} : { NO_COLOR: '1' },
  )
  const result = readReport(report) as VitestReport | null
  return result
    ? atLeastOneFailure(status, {
        passed: result.numPassedTests,
        failed: result.numFailedTests,
        skipped: result.numPendingTests + result.numTodoTests,
      })
    : NO_REPORT
}

export function runEndToEnd(browser: string | null): Tally {
  if (!browser) {
    process.stdout.write(
      '\nSKIPPED  the end-to-end tests: no Chromium was found and none could be fetched; set CHROMIUM_PATH\n',
    )
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const report = freshReport('e2e.json')
  const status = runNode(['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e'], {
    CHROMIUM_PATH: browser,
  })
  const stats = (readReport(report) as PlaywrightReport | null)?.stats
  return stats
    ? atLeastOneFailure(status, {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        skipped: stats.skipped,
      })
    : NO_REPORT
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** The runner died before it could say what it found. */
const NO_REPORT: Tally = { passed: 0, failed: 1, skipped: 0 }

/** A file that does not load, or an error between tests, fails the run without failing a test. */
function atLeastOneFailure(status: number | null, tally: Tally): Tally {
  return status === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

function runNode(args: string[], environment: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
    .status
}

function freshReport(name: string) {
  mkdirSync(REPORTS, { recursive: true })
  const path = `${process.cwd()}/${REPORTS}/${name}`
  rmSync(path, { force: true })
  return path
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
