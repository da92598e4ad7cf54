import { spawnSync } from 'node:child_process'
import { buildWebOrExit } from './build-web.ts'
import { readCommandLine } from './command-line.ts'
import { findOrInstallBrowser } from './test-tools.ts'

readCommandLine('npm run screenshots', {}).refusePositionals()
await buildWebOrExit()
const browser = findOrInstallBrowser()
if (!browser) {
  process.stderr.write('Could not take pictures: there is no Chromium\n')
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens'],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: browser } },
)
process.exitCode = status ?? 1
