import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { StoreProcess, StoreSettings } from '@nashta/store/store-process.fixture'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { copyProject } from '../mutated-copy.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { whyNoBrowser } from '../suite/run-suite-test.ts'

/** What the next release changes: the contract, a page, and the code of the layout of all pages. */
const NEXT_RELEASE = [
  {
    file: 'packages/contracts/src/api/contract-version.ts',
    from: "CONTRACT_VERSION = '1'",
    to: "CONTRACT_VERSION = '2'",
  },
  { file: 'apps/web/app/features/layout/header.tsx', from: 'aria-label="Menu"', to: 'aria-label="New menu"' },
]

const WAIT_MS = 60_000
const POLL_MS = 500
const PORT_OF = /:(\d+)/

export const mixedReleases: Proof = {
  id: 'R25',
  test: 'Pages stay open in Chromium while the store is replaced by its next release, built from changed sources',
  sizes: { quick: 1, short: 3, nightly: 10 },
  unit: 'replacements',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run({ startStore, freshFolder, atEnd }, size) {
    const next = await buildNextRelease(atEnd)
    const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '' })
    atEnd(() => browser.close())
    for (let round = 0; round < size; round += 1) {
      const dataFolder = freshFolder()
      const old = await startStore({ DATA_DIR: dataFolder })
      const pages = await openPages(browser, old.url)
      // The end of the proof deletes what the process leaves.
      old.child.kill('SIGTERM')
      await old.ended
      const [, port = ''] = PORT_OF.exec(old.url) ?? []
      const settings = { DATA_DIR: dataFolder, PORT: port, RATE_LIMIT_SCALE: '1e9' }
      const renewed = await next.startStoreProcess(settings)
      try {
        await judgeOpenPages(pages)
      } finally {
        await renewed.stop()
        await pages.shopping.context().close()
      }
    }
    return `${size} replacements, each with 3 open pages: parts of the old release opened, an item reached the cart through a reload, a typed text stayed, every next page was wholly of the new release`
  },
  mutations: [
    {
      what: 'the files of a release are not saved',
      file: 'packages/service-kit/src/releases/release-files.ts',
      from: 'await releaseFiles.save(savedName(name), () => readFile(join(folder, name)))',
      to: '',
    },
    {
      what: 'a page of the old release gets data of the new one',
      file: 'apps/web/server/create-app.ts',
      from: 'release !== build.assets.version',
      to: 'release === null',
    },
    {
      what: 'a page of the old contract calls the new one',
      file: 'packages/service-kit/src/http/contract-version.ts',
      from: 'version !== CONTRACT_VERSION',
      to: 'version === null',
    },
  ],
}

type Fixture = { startStoreProcess: (settings: StoreSettings) => Promise<StoreProcess> }

/** Builds a copy of the project with the changes. */
async function buildNextRelease(atEnd: (cleanUp: () => unknown) => void): Promise<Fixture> {
  const { copy, remove } = copyProject()
  atEnd(remove)
  for (const { file, from, to } of NEXT_RELEASE) {
    const path = join(copy, file)
    const source = readFileSync(path, 'utf8')
    if (!source.includes(from)) throw new Error(`${file} does not hold ${from}`)
    writeFileSync(path, source.replace(from, to))
  }
  const build = `import('./scripts/build-web.ts').then(({ buildWebOrExit }) => buildWebOrExit())`
  execFileSync(process.execPath, ['-e', build], { cwd: copy, stdio: 'pipe' })
  return import(pathToFileURL(join(copy, 'apps/store/src/store-process.fixture.ts')).href)
}

type OpenPages = { shopping: Page; typing: Page; reading: Page }

async function openPages(browser: Browser, url: string): Promise<OpenPages> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  const open = async (path: string) => {
    const page = await context.newPage()
    await page.goto(path)
    await page.locator('html[data-interactive]').waitFor({ state: 'attached', timeout: WAIT_MS })
    return page
  }
  const pages = {
    shopping: await open('/collections/best-sellers'),
    typing: await open('/grievance'),
    reading: await open('/about'),
  }
  await pages.typing.getByRole('main').getByRole('textbox').first().fill('Asha')
  for (const page of Object.values(pages)) await page.evaluate('globalThis.isOld = true')
  return pages
}

async function judgeOpenPages({ shopping, typing, reading }: OpenPages) {
  // The code of the drawer was not loaded before the store was replaced.
  await reading
    .getByRole('banner')
    .getByRole('button', { name: /^Shopping Cart/ })
    .click()
  const drawer = reading.getByRole('dialog').getByText(/empty/i).first()
  const hasDrawer = await appears(drawer)
  const stayedOld = await isOld(reading)
  await reading.keyboard.press('Escape')

  await shopping.getByRole('main').getByRole('article').first().getByRole('button', { name: /^Add/ }).click()
  for (let waited = 0; (await isOld(shopping)) && waited < WAIT_MS; waited += POLL_MS) await sleep(POLL_MS)
  const shoppingReloaded = !(await isOld(shopping))
  const cart = shopping.getByRole('banner').getByRole('button', { name: 'Shopping Cart (1)' })
  const hasItem = await appears(cart)

  const typed = await typing.getByRole('main').getByRole('textbox').first().inputValue()
  const typingStayed = await isOld(typing)
  await typing.locator('footer a[href="/shipping"]').first().click()
  await typing.waitForURL('**/shipping', { waitUntil: 'commit' })
  // If the old page took data of the new release, it is still the old page now. A page that is reloading
  // cannot be read, and may have taken data before.
  const tookData = await isOld(typing).catch(() => true)
  const menu = typing.getByRole('button', { name: 'New menu', includeHidden: true })
  const isRenewed = await appears(menu.first(), 'attached')

  expectFigures({
    'the drawer of the old release opened': [hasDrawer, true],
    'the page with the drawer was not reloaded': [stayedOld, true],
    'the page of the old contract was reloaded': [shoppingReloaded, true],
    'its item is in the cart': [hasItem, true],
    'the typed text': [typed, 'Asha'],
    'the page with a typed text was not reloaded': [typingStayed, true],
    'the next page is of the new release': [isRenewed, true],
    'a page of the old release took its data': [tookData, false],
  })
}

/** Whether the element appears in time. */
function appears(element: Locator, state: 'visible' | 'attached' = 'visible'): Promise<boolean> {
  return element.waitFor({ state, timeout: WAIT_MS }).then(
    () => true,
    () => false,
  )
}

function isOld(page: Page) {
  return page.evaluate<boolean>("'isOld' in globalThis")
}
