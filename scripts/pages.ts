import { startStoreProcess } from '@nashta/store/store-process.fixture'
import { chromium } from '@playwright/test'
import { PUBLIC_PAGES } from '../apps/web/server/first-load.fixture.ts'
import { measurePages, pagesTable } from '../bench/src/pages/measure-pages.ts'
import {
  measurePresses,
  measureVisits,
  PRESSES,
  slowPhoneTables,
} from '../bench/src/pages/measure-presses.ts'
import { machineLine } from '../bench/src/report.ts'
import { freePort } from '../prove/src/reliability/restartable-store.ts'
import { buildWebOrExit } from './build-web.ts'
import { readCommandLine } from './command-line.ts'
import { findOrInstallBrowser } from './test-tools.ts'

/** A snack with several packs. */
const PRODUCT_ID = 'nuts-royal-mix'
const PATHS = PUBLIC_PAGES.map((path) => (path === '/product/' ? path + PRODUCT_ID : path))
const RUNS = '5'

const commandLine = readCommandLine('npm run bench:pages -- [--runs N] [--path PATH]... [--press NAME]...', {
  runs: { type: 'string', default: RUNS },
  path: { type: 'string', multiple: true },
  press: { type: 'string', multiple: true },
})
commandLine.refusePositionals()
const { values } = commandLine
const runs = commandLine.parsePositiveInteger('runs', values.runs)
const paths = [...commandLine.select('path', PATHS, values.path)]
const pressNames = commandLine.select(
  'press',
  PRESSES.map(({ name }) => name),
  values.press,
)
const presses = PRESSES.filter(({ name }) => pressNames.has(name))

await buildWebOrExit()
const executablePath = findOrInstallBrowser()
if (!executablePath) {
  process.stderr.write('Could not measure: there is no Chromium\n')
  process.exit(1)
}
const debuggingPort = await freePort()
const store = await startStoreProcess()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
})
try {
  const { url: storeUrl } = store
  const slowPhone = slowPhoneTables(
    await measureVisits(browser, storeUrl, paths, runs),
    await measurePresses(browser, storeUrl, presses, runs),
  )
  process.stdout.write(`${machineLine(new Date())}\n\n${slowPhone.tables}\n`)
  process.stdout.write(`Phone, slow 4G, four times slower. Tasks are CPU time. Medians of ${runs} runs.\n\n`)
  const lighthouse = pagesTable(await measurePages({ storeUrl, debuggingPort, paths, runs }))
  process.stdout.write(`${lighthouse.table}\n`)
  process.stdout.write(`Lighthouse, mobile preset, empty cache, medians of ${runs} runs.\n`)
  if (slowPhone.isBarMissed || lighthouse.isBarMissed) process.exitCode = 1
} finally {
  await browser.close()
  await store.stop()
}
