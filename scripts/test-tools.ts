import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless shell comes first, because it opens pages in a quarter of the time. */
const BROWSER_NAMES = [
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

/** Returns the path of a Chromium: from CHROMIUM_PATH, the system, Playwright or a new install. */
export function findOrInstallBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (!named) return findBrowser() ?? installBrowser()
  if (canRun(named)) return named
  process.stdout.write(`CHROMIUM_PATH names ${named}, which does not run\n`)
  return null
}

function findBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...INSTALLED_APPS, chromium.executablePath()].find(canRun) ?? null
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

/** DynamoDB Local needs Java. */
export function installJavaIfMissing() {
  if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0) return
  process.stderr.write('No Java found: installing one for the tests on DynamoDB Local\n')
  installPackage('default-jre-headless')
}

/** Installs a package of Debian or Ubuntu. Returns false on other systems and without root. */
function installPackage(name: string): boolean {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    stdio: 'ignore',
  })
  return status === 0
}

function canRun(path: string) {
  if (!existsSync(path)) return false
  // On Windows, starting the program would open a window.
  if (process.platform === 'win32') return true
  // The program is started, because on some systems the file is only an installer.
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0
}
