import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Without windows of its own a browser opens pages in a quarter of the time. */
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

/** The path of a Chromium that runs: the one named, the system's, Playwright's; failing these, one is fetched. */
export function findOrGetBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (!named) return findBrowser() ?? getBrowser()
  if (runs(named)) return named
  process.stdout.write(`CHROMIUM_PATH names ${named}, which does not run\n`)
  return null
}

function findBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...INSTALLED_APPS, chromium.executablePath()].find(runs) ?? null
}

function getBrowser(): string | null {
  process.stderr.write('No Chromium found: getting one for the end-to-end tests\n')
  if (mayInstallPackages()) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore' })
      const found = findBrowser()
      if (found) return found
    }
  }
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
  })
  return findBrowser()
}

function mayInstallPackages() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
}

/** On some systems the name is only a stub that asks for another installer. On Windows asking opens a window. */
function runs(path: string) {
  if (!existsSync(path)) return false
  return (
    process.platform === 'win32' ||
    spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0
  )
}
