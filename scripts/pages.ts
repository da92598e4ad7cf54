import { chromium } from '@playwright/test'
import { measurePages, pagesTable } from '../bench/src/pages/measure-pages.ts'
import { machineLine } from '../bench/src/report.ts'
import { freePort } from '../prove/src/reliability/restartable-store.ts'
import { buildWebOrExit } from './build-web.ts'
import { readCommandLine } from './command-line.ts'
import { findOrInstallBrowser } from './test-tools.ts'

const PATHS = ['/', '/collections/allproducts', '/collections/best-sellers', '/product/donut-kesar-pista']
const RUNS = 5

readCommandLine('npm run bench:pages', {}).refusePositionals()
await buildWebOrExit()
const executablePath = findOrInstallBrowser()
if (!executablePath) {
  process.stderr.write('Could not measure: there is no Chromium\n')
  process.exit(1)
}
const debuggingPort = await freePort()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
})
try {
  const measurements = await measurePages({ debuggingPort, paths: PATHS, runs: RUNS })
  const { table, isBarMissed } = pagesTable(measurements)
  process.stdout.write(`${machineLine(new Date())}\n\n${table}\n`)
  process.stdout.write(`Lighthouse, mobile preset, empty cache, medians of ${RUNS} runs.\n`)
  if (isBarMissed) process.exitCode = 1
} finally {
  await browser.close()
}
