import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectFigures, type Proof } from '../proof.ts'
import { createShopper, type Shopper } from '../shopper.ts'
import { whyNoBrowser } from '../suite/run-suite-test.ts'
import {
  addressesOf,
  launchBrowser,
  openInteractive,
  routeFigures,
  signIn,
} from '../suite/storefront-pages.ts'

const KINDS = {
  script: /\/assets\/[^?]*\.js$/,
  picture: /\.(?:webp|avif|png|jpe?g)(?:\?|$)/,
  call: /\/api\/|\/identity$|\.data(?:\?|$)/,
}
type Kind = keyof typeof KINDS

/** How long a page may take to recover. Each retry loads further files, which are lost too. */
const RECOVERY_MS = 90_000
const POLL_MS = 250
/** What a page says while something is missing. */
const FAILURES = ['The connection is lost', 'Something went wrong', 'could not be loaded']
/** The report names so many faults. The walk ends with them, because each has waited for a recovery. */
const FAULTS_MAX = 3

export const lostOnce: Proof = {
  id: 'R26',
  test: 'Every page of the storefront is opened in Chromium while each of its scripts, pictures or calls is lost once, and by a press while each script is lost once',
  sizes: { quick: 4, short: 12, nightly: 100 },
  unit: 'pages at most for each visitor and kind',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run({ startStore, atEnd }, size) {
    const { url } = await startStore()
    const shopper = await createShopper(url)
    const all = await addressesOf(shopper)
    const step = Math.max(1, Math.floor(all.length / size))
    const paths = all.filter((_path, index) => index % step === 0)
    const browser = await launchBrowser()
    atEnd(() => browser.close())
    const faults: string[] = []
    let lost = 0
    for (const visitor of [null, shopper])
      lost += await walk(browser, { url, paths, shopper: visitor, faults })
    expectFigures({
      ...routeFigures(),
      'pages that did not recover': [faults.length, 0],
      'the first of them': [faults.slice(0, FAULTS_MAX).join(' | '), ''],
      'a file or call was lost': [lost > 0, true],
    })
    return `${paths.length} pages as guest and as shopper, ${lost} files and calls lost: every page became what it is on a good line, none was left or loaded anew`
  },
  mutations: [
    {
      what: 'lost code is not tried again',
      file: 'packages/browser/src/load-with-retry.ts',
      from: '      await pauseOrOnline(pause)',
      to: "      throw new TypeError('The code is lost')",
    },
  ],
}

type Walk = { url: string; paths: readonly string[]; shopper: Shopper | null; faults: string[] }

/** Returns how many files and calls were lost. */
async function walk(browser: Browser, { url, paths, shopper, faults }: Walk) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    baseURL: url,
  })
  let lost = 0
  const page = await context.newPage()
  if (shopper) await signIn(page, url, shopper)
  for (const path of paths) {
    if (faults.length >= FAULTS_MAX) break
    await openInteractive(page, path)
    const wanted = await seenOn(page)
    for (const kind of ['script', 'picture', 'call'] as const) {
      lost += await open(context, { path, kind, wanted, faults })
    }
    lost += await openByPress(context, { path, kind: 'script', wanted, faults })
  }
  await context.close()
  return lost
}

type Visit = { path: string; kind: Kind; wanted: string; faults: string[] }

/** Opens the address while each request of the kind is lost once. */
async function open(context: BrowserContext, { path, kind, wanted, faults }: Visit) {
  const page = await context.newPage()
  const lost = await loseOnce(page, kind)
  await page.goto(path)
  await page.keyboard.press('Shift')
  const seen = await waitUntilSeen(page, wanted)
  if (seen !== wanted) faults.push(`${path} without each ${kind}: ${seen}, not ${wanted}`)
  await page.close()
  return lost.size
}

/** Goes to the address from another page, whose scripts have started, as a link does. */
async function openByPress(context: BrowserContext, { path, kind, wanted, faults }: Visit) {
  const page = await context.newPage()
  await openInteractive(page, '/contact')
  await page.evaluate('globalThis.isSame = true')
  const lost = await loseOnce(page, kind)
  await page.evaluate(`void __reactRouterDataRouter.navigate(${JSON.stringify(path)})`)
  const seen = await waitUntilSeen(page, wanted)
  if (seen !== wanted) faults.push(`${path} by a press without each ${kind}: ${seen}, not ${wanted}`)
  else if (!(await page.evaluate<boolean>("'isSame' in globalThis")))
    faults.push(`${path} by a press without each ${kind}: the page was loaded anew`)
  await page.close()
  return lost.size
}

async function loseOnce(page: Page, kind: Kind) {
  const lost = new Set<string>()
  await page.route(KINDS[kind], (route) => {
    const url = route.request().url()
    if (lost.has(url)) return route.fallback()
    lost.add(url)
    return route.abort('connectionfailed')
  })
  return lost
}

async function waitUntilSeen(page: Page, wanted: string) {
  let seen = ''
  for (let waited = 0; waited < RECOVERY_MS; waited += POLL_MS) {
    // A page that opens another one cannot be read for a moment.
    seen = await seenOn(page).catch(() => '')
    if (seen === wanted) return seen
    await sleep(POLL_MS)
  }
  return seen
}

/** The address, the headings and the failures that a visitor sees. */
function seenOn(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility())
    const broken = [...document.images].filter(
      (image) => image.complete && image.naturalWidth === 0 && image.currentSrc !== '',
    )
    return [
      location.pathname,
      ...headings.map((heading) => heading.textContent),
      ...${JSON.stringify(FAILURES)}.filter((failure) => document.body.textContent.includes(failure)),
      'interactive' in document.documentElement.dataset ? 'interactive' : 'without scripts',
      broken.length + ' broken pictures',
    ].join(', ')
  })()`)
}
