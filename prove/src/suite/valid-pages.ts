import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from '@playwright/test'
import { expectFigures, type Proof } from '../proof.ts'
import { createShopper, type Shopper } from '../shopper.ts'
import { checkHtml } from './html-checker.ts'
import { whyNoBrowser } from './run-suite-test.ts'
import { addressesOf, launchBrowser, openInteractive, routeFigures, signIn } from './storefront-pages.ts'

/** How many errors the report names. */
const ERRORS_SHOWN = 5

/** Opened in the browser, after the page has become interactive. */
const OPENED: { path: string; button: string }[] = [
  { path: '/', button: 'Menu' },
  { path: '/collections/best-sellers', button: 'Shopping Cart' },
  { path: '/collections/best-sellers', button: 'Add' },
  { path: '/product/nuts-royal-mix', button: 'Zoom' },
]

export const validPages: Proof = {
  id: 'S31',
  test: 'The HTML checker of the W3C reads every page of the storefront, as the server sends it and as Chromium shows it to a guest and to a shopper',
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'walk',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run(context) {
    const { url } = await context.startStore()
    const shopper = await createShopper(url)
    const paths = await addressesOf(shopper)
    const folder = context.freshFolder()
    const add = addFiles(folder)

    for (const path of paths) add(`served ${path}`, await (await fetch(url + path)).text())
    add('served /desk', await (await fetch(`${url}/desk/`)).text())
    const browser = await launchBrowser()
    context.atEnd(() => browser.close())
    await walk(browser, { url, paths, shopper: null, add })
    await walk(browser, { url, paths, shopper, add })

    const errors = await checkHtml(folder)
    const named = errors
      .slice(0, ERRORS_SHOWN)
      .map(({ file, line, message }) => `${add.nameOf(file)}, line ${line}: ${message}`)
    expectFigures({
      ...routeFigures(),
      errors: [errors.length, 0],
      'the first errors': [named.join(' | '), ''],
    })
    return `${add.count()} documents of all routes: 0 errors`
  },
  mutations: [
    {
      what: 'scripts are delayed by a type that does not exist',
      file: 'apps/web/server/page-scripts.ts',
      from: '<template id="${LATE_SCRIPTS_ID}">${links}<script type="module">${lateScript}</script></template>',
      to: '<template id="${LATE_SCRIPTS_ID}">${links}<script type="late" src="/late.js"></script></template>',
    },
    {
      what: 'a picture without candidates has sizes',
      file: 'packages/ui/src/picture.tsx',
      from: 'sizes={srcSet && sizes}',
      to: 'sizes={sizes}',
    },
  ],
}

/** Returns a function that writes a document into the folder, and knows the name of each file. */
function addFiles(folder: string) {
  const names: string[] = []
  function add(name: string, html: string) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${names.length}.html`), html)
    names.push(name)
  }
  return Object.assign(add, {
    nameOf: (file: string) => names[Number.parseInt(basename(file), 10)] ?? file,
    count: () => names.length,
  })
}

type Walk = {
  url: string
  paths: readonly string[]
  shopper: Shopper | null
  add: (name: string, html: string) => void
}

/** Opens every page, and the parts that only a press shows. */
async function walk(browser: Browser, { url, paths, shopper, add }: Walk) {
  const visitor = shopper ? 'shopper' : 'guest'
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  if (shopper) await signIn(page, url, shopper)
  for (const path of paths) {
    await openInteractive(page, url + path)
    add(`${visitor} ${path}`, await page.content())
  }
  for (const { path, button } of OPENED) {
    await openInteractive(page, url + path)
    await page.getByRole('button', { name: button }).first().click()
    await page.waitForLoadState('networkidle')
    add(`${visitor} ${path} after ${button}`, await page.content())
  }
  await context.close()
}
