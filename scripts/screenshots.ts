import { spawnSync } from 'node:child_process'
import { findOrGetBrowser } from './browser.ts'
import { buildWebOrExit } from './build-web.ts'

await buildWebOrExit()
const browser = findOrGetBrowser()
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
