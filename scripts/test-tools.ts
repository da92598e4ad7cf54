import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless shell comes first: it opens pages in a quarter of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const INSTALLED_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium that runs: that of CHROMIUM_PATH, of the system, of Playwright, or one installed now. */
export function findOrInstallBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (!named) return findBrowser() ?? installBrowser()
  if (runs(named)) return named
  process.stdout.write(`CHROMIUM_PATH names ${named}, which does not run\n`)
  return null
}

function findBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...INSTALLED_APPS, chromium.executablePath()].find(runs) ?? null
}

function installBrowser(): string | null {
  process.stderr.write('No Chromium found: installing one for the end-to-end tests\n')
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (installPackage(name) && findBrowser()) return findBrowser()
  }
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
  })
  return findBrowser()
}

/** Whether a Java that runs DynamoDB Local was found or installed. */
export function findOrInstallJava(): boolean {
  if (hasJava()) return true
  process.stderr.write('No Java found: installing one for the tests on DynamoDB Local\n')
  return installPackage('default-jre-headless') && hasJava()
}

function hasJava() {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}

/** Installs a package of Debian or Ubuntu; false on other systems and without the right to do so. */
function installPackage(name: string): boolean {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    stdio: 'ignore',
  })
  return status === 0
}

/** On some systems the file is only a stub of an installer. On Windows --version would open a window. */
function runs(path: string) {
  if (!existsSync(path)) return false
  return (
    process.platform === 'win32' ||
    spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0
  )
}
