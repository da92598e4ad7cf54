import { buildWebWhenStale, generateRouteTypes } from './build-web.ts'
import { readCommandLine } from './command-line.ts'
import {
  addUp,
  type Check,
  runChecks,
  runEndToEnd,
  runUnitTests,
  type Tally,
  tallyLines,
} from './test-runners.ts'
import { findOrInstallBrowser, installJavaIfMissing } from './test-tools.ts'

/** The paths of the programs start at node_modules. */
const CHECKS: Check[] = [
  { name: 'types: servers', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'types: storefront', command: ['typescript/bin/tsc', '-p', 'apps/web'] },
  { name: 'types: service worker', command: ['typescript/bin/tsc', '-p', 'apps/web/worker'] },
  { name: 'types: desk', command: ['typescript/bin/tsc', '-p', 'apps/desk'] },
  { name: 'types: journeys', command: ['typescript/bin/tsc', '-p', 'e2e'] },
  { name: 'types: bench', command: ['typescript/bin/tsc', '-p', 'bench'] },
  { name: 'types: proofs', command: ['typescript/bin/tsc', '-p', 'prove'] },
  { name: 'types: deployment', command: ['typescript/bin/tsc', '-p', 'deploy/aws'] },
  { name: 'lint', command: ['oxlint/bin/oxlint'] },
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'unused files, exports, dependencies', command: ['knip/bin/knip.js', '--no-progress'] },
  { name: 'import directions and cycles', command: ['../scripts/check-imports.ts'] },
  { name: 'lockfile', command: ['../scripts/check-lockfile.ts'] },
]

readCommandLine('npm test', {}).refusePositionals()
// If Java cannot be installed, the tests on DynamoDB Local are reported as skipped.
installJavaIfMissing()
const tallies: Tally[] = [
  await buildBrowserApps(),
  await runChecks(CHECKS),
  runUnitTests(),
  runEndToEnd(findOrInstallBrowser()),
]
const total = addUp(tallies)
process.stdout.write(`\n${tallyLines(total).join('\n')}\n`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Runs before the checks and tests, which need the generated route types and the built pages. */
async function buildBrowserApps(): Promise<Tally> {
  try {
    await buildWebWhenStale()
    generateRouteTypes()
    return { passed: 1, failed: 0, skipped: [] }
  } catch (error) {
    process.stdout.write(`FAILED  build of storefront and desk\n${String(error)}\n`)
    return { passed: 0, failed: 1, skipped: [] }
  }
}
