import { findOrGetBrowser } from './browser.ts'
import { buildWebWhenStale, generateRouteTypes } from './build-web.ts'
import { findOrGetJava } from './java.ts'
import { type Check, runChecks } from './run-checks.ts'
import { runEndToEnd, runUnitTests } from './run-tests.ts'
import { addUp, type Tally, tallyLines } from './tally.ts'

/** One tool for each: what it says is printed only when it fails. */
const CHECKS: Check[] = [
  { name: 'types: servers', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'types: storefront', command: ['typescript/bin/tsc', '-p', 'apps/web'] },
  { name: 'types: journeys', command: ['typescript/bin/tsc', '-p', 'e2e'] },
  { name: 'types: bench', command: ['typescript/bin/tsc', '-p', 'bench'] },
  { name: 'types: proofs', command: ['typescript/bin/tsc', '-p', 'prove'] },
  { name: 'lint', command: ['oxlint/bin/oxlint'] },
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'unused files, exports, dependencies', command: ['knip/bin/knip.js', '--no-progress'] },
  { name: 'import directions and cycles', command: ['../scripts/check-imports.ts'] },
  { name: 'lockfile', command: ['../scripts/check-lockfile.ts'] },
]

// Whoever cannot have it finds the tests that need it among those that were skipped.
findOrGetJava()
const tallies: Tally[] = [
  await buildStorefront(),
  await runChecks(CHECKS),
  runUnitTests(),
  runEndToEnd(findOrGetBrowser()),
]
const total = addUp(tallies)
process.stdout.write(`\n${tallyLines(total).join('\n')}\n`)
process.exitCode = total.failed > 0 ? 1 : 0

/** First, because the types of its routes and the tests of its server read what it makes. */
async function buildStorefront(): Promise<Tally> {
  try {
    await buildWebWhenStale()
    generateRouteTypes()
    return { passed: 1, failed: 0, skipped: [] }
  } catch (error) {
    process.stdout.write(`FAILED  build of the storefront\n${(error as Error).message}\n`)
    return { passed: 0, failed: 1, skipped: [] }
  }
}
