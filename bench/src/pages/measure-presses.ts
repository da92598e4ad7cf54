import type { Browser, CDPSession, Page } from '@playwright/test'
import { median } from '../compare.ts'
import { table } from '../report.ts'
import { CPU_SLOWDOWN, longestTasks, PRESS_MARK, startTrace } from './task-trace.ts'

/** The phone of Lighthouse's mobile preset, on the network that Chromium's developer tools call slow 4G. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
}

/** How long a visitor looks at a page before the first press. */
const LOOK_MS = 3000
/** How long a page may take to answer a press. */
const ANSWER_TIMEOUT_MS = 120_000
/** Event timings arrive some time after the paint. They are rounded to 8 ms. */
const SETTLE_MS = 800
const POLL_MS = 20

/** A press on one part of a page, and what shows that the page has answered it. */
export type Press = {
  name: string
  path: string
  target: string
  /** The answer, as a condition in the page. */
  answer: string
  /** Typed into the target. */
  text?: string
}

const CARD_PLUS = 'main article button[aria-label^="Add"]'
const PLUS_ANSWERED = `document.querySelector('header button[commandfor="cart-drawer"]')?.textContent.includes('(1)')`

export const PRESSES: readonly Press[] = [
  { name: 'add', path: '/collections/best-sellers', target: CARD_PLUS, answer: PLUS_ANSWERED },
  {
    name: 'drawer',
    path: '/collections/best-sellers',
    target: 'header button[commandfor="cart-drawer"]',
    answer: `document.querySelector('#cart-drawer')?.textContent.includes('Your cart is empty')`,
  },
  {
    name: 'menu',
    path: '/collections/best-sellers',
    target: 'header button[aria-label="Menu"]',
    answer: `document.querySelector('#menu')?.open`,
  },
  {
    name: 'filter',
    path: '/collections/allproducts',
    target: 'label:has(input[name="category"][value="Chips"])',
    answer: `location.search.includes('Chips') && document.querySelectorAll('main article').length > 0 && !document.querySelector('[aria-busy="true"]')`,
  },
  {
    name: 'pack',
    path: '/product/nuts-royal-mix',
    target: 'nav[aria-labelledby="packs-title"] a:not([aria-current])',
    answer: `location.pathname !== '/product/nuts-royal-mix'`,
  },
  {
    name: 'search field',
    path: '/collections/allproducts',
    target: 'main input[type="search"]',
    text: 'a',
    answer: `location.search.includes('search=a')`,
  },
]

export type PressMeasurement = {
  name: string
  /** When the first press was made, in ms after the start of the navigation. */
  pressedAtMs: number
  /** Of the first press on a page: the time until the next paint, and until the page has answered. */
  firstPaintMs: number
  firstAnswerMs: number
  /** The same for a press on a page whose scripts have run. */
  laterPaintMs: number
  laterAnswerMs: number
}

export type VisitMeasurement = {
  path: string
  /** The longest tasks in CPU time on the slow phone: until the first paint, until the press, and after it. */
  firstFrameMs: number
  longestTaskMs: number
  longestStartTaskMs: number
  /** Compressed scripts that are loaded before the first press, and until the page is idle after it. */
  scriptKilobytesBeforePress: number
  scriptKilobytes: number
}

/** Presses each part as soon as it is visible on a new phone, and again on a page that is interactive. */
export async function measurePresses(
  browser: Browser,
  storeUrl: string,
  presses: readonly Press[],
  runs: number,
) {
  const measurements: PressMeasurement[] = []
  for (const press of presses) {
    // Not counted: the store resizes pictures and renders the page meanwhile.
    await pressOnce(browser, storeUrl, press, 'first')
    const first = []
    const later = []
    for (let run = 0; run < runs; run += 1) {
      first.push(await pressOnce(browser, storeUrl, press, 'first'))
      later.push(await pressOnce(browser, storeUrl, press, 'later'))
    }
    measurements.push({
      name: press.name,
      pressedAtMs: median(first.map(({ pressedAtMs }) => pressedAtMs)),
      firstPaintMs: median(first.map(({ paintMs }) => paintMs)),
      firstAnswerMs: median(first.map(({ answerMs }) => answerMs)),
      laterPaintMs: median(later.map(({ paintMs }) => paintMs)),
      laterAnswerMs: median(later.map(({ answerMs }) => answerMs)),
    })
  }
  return measurements
}

/** Looks at each page for a while, then presses. */
export async function measureVisits(
  browser: Browser,
  storeUrl: string,
  paths: readonly string[],
  runs: number,
) {
  const measurements: VisitMeasurement[] = []
  for (const path of paths) {
    await visitOnce(browser, storeUrl, path)
    const visits: VisitMeasurement[] = []
    for (let run = 0; run < runs; run += 1) visits.push(await visitOnce(browser, storeUrl, path))
    const medianBy = (read: (visit: VisitMeasurement) => number) => median(visits.map(read))
    measurements.push({
      path,
      firstFrameMs: medianBy(({ firstFrameMs }) => firstFrameMs),
      longestTaskMs: medianBy(({ longestTaskMs }) => longestTaskMs),
      longestStartTaskMs: medianBy(({ longestStartTaskMs }) => longestStartTaskMs),
      scriptKilobytesBeforePress: medianBy(({ scriptKilobytesBeforePress }) => scriptKilobytesBeforePress),
      scriptKilobytes: medianBy(({ scriptKilobytes }) => scriptKilobytes),
    })
  }
  return measurements
}

/**
 * Measures tasks in CPU time, which other programs hardly distort. The processor is not slowed down:
 * `longestTasks` multiplies the times.
 */
async function visitOnce(browser: Browser, storeUrl: string, path: string): Promise<VisitMeasurement> {
  const context = await browser.newContext(PHONE)
  context.setDefaultTimeout(ANSWER_TIMEOUT_MS)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    const scripts = countScripts(session)
    const endTrace = await startTrace(browser)
    await page.goto(storeUrl + path, { waitUntil: 'load' })
    await page.waitForTimeout(LOOK_MS)
    await page.evaluate((mark) => performance.mark(mark), PRESS_MARK)
    const scriptKilobytesBeforePress = scripts.kilobytes()
    await waitUntilSettled(page)
    return {
      path,
      ...longestTasks(await endTrace()),
      scriptKilobytesBeforePress,
      scriptKilobytes: scripts.kilobytes(),
    }
  } finally {
    await context.close()
  }
}

async function pressOnce(browser: Browser, storeUrl: string, press: Press, when: 'first' | 'later') {
  const { page, close } = await openPhone(browser)
  const { path, target, answer, text } = press
  try {
    await page.goto(storeUrl + path, { waitUntil: 'commit' })
    if (when === 'later') await waitUntilSettled(page)
    const { x, y } = (await waitFor(page, placeOf(target))) as { x: number; y: number }
    await page.touchscreen.tap(x, y)
    if (text) await page.keyboard.type(text)
    await waitFor(page, answer)
    const answeredAt = Date.now()
    await page.waitForTimeout(SETTLE_MS)
    const { pressedAt, pressedAtMs, paintMs } = await page.evaluate(readRecord)
    return { pressedAtMs, paintMs, answerMs: answeredAt - pressedAt }
  } finally {
    await close()
  }
}

/** Starts the scripts of the page, and waits until they have run and the page is idle. */
async function waitUntilSettled(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(
    `document.querySelector('header button').dispatchEvent(new Event('pointerdown', { bubbles: true }))`,
  )
  await page.waitForSelector('html[data-interactive]', { state: 'attached', timeout: ANSWER_TIMEOUT_MS })
  await page.waitForTimeout(LOOK_MS)
}

/** The middle of the element in the viewport, once the page has been painted; null before that. */
function placeOf(selector: string) {
  return `(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
    if (!isPainted || !element?.getBoundingClientRect().width) return null
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`
}

/**
 * Waits until the expression is true, or any other value, in the page, also across a navigation. Returns
 * that value. It polls, because the content security policy forbids Playwright to wait inside the page.
 */
async function waitFor(page: Page, expression: string): Promise<unknown> {
  const deadline = Date.now() + ANSWER_TIMEOUT_MS
  while (Date.now() < deadline) {
    const value = await page.evaluate<unknown>(expression).catch(() => null)
    if (value) return value
    await page.waitForTimeout(POLL_MS)
  }
  throw new Error(`After ${ANSWER_TIMEOUT_MS} ms there is no value of ${expression}`)
}

/** A new browser context on a slow phone, whose pages record their presses. */
async function openPhone(browser: Browser) {
  const context = await browser.newContext(PHONE)
  context.setDefaultTimeout(ANSWER_TIMEOUT_MS)
  await context.addInitScript({ content: RECORD_PRESSES })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, session, close: async () => context.close() }
}

/** Runs in the page. The record survives a navigation. */
const RECORD_PRESSES = `
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (!interactionId) continue
      sessionStorage.setItem('bench.paint', Math.max(sessionStorage.getItem('bench.paint') ?? 0, duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  addEventListener('pointerup', ({ timeStamp, isTrusted }) => {
    if (!isTrusted || sessionStorage.getItem('bench.pressed')) return
    sessionStorage.setItem('bench.pressed', performance.timeOrigin + timeStamp)
    sessionStorage.setItem('bench.pressedAfter', timeStamp)
  }, true)
`

/** Runs in the page. */
function readRecord() {
  const [pressedAt, pressedAtMs, paintMs] = ['bench.pressed', 'bench.pressedAfter', 'bench.paint'].map(
    (name) => Number(sessionStorage.getItem(name) ?? 0),
  )
  return { pressedAt: pressedAt ?? 0, pressedAtMs: pressedAtMs ?? 0, paintMs: paintMs ?? 0 }
}

/** Adds up what the scripts of a page transfer from now on. */
function countScripts(session: CDPSession) {
  const ids = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') ids.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (ids.has(requestId)) bytes += encodedDataLength
  })
  return { kilobytes: () => bytes / 1000 }
}

const VISIT_BARS = { longestTaskMs: 50, scriptKilobytesBeforePress: 60, scriptKilobytes: 115 }
const PRESS_BARS = { paintMs: 100, firstPlusMs: 1800 }

/** Returns Markdown tables, with a mark at each figure that misses its bar. */
export function slowPhoneTables(visits: readonly VisitMeasurement[], presses: readonly PressMeasurement[]) {
  let isBarMissed = false
  function mark(figure: number, bar: number, text: string) {
    if (figure <= bar) return text
    isBarMissed = true
    return `**${text}**, missed`
  }
  const ms = (figure: number, bar = Number.POSITIVE_INFINITY) => mark(figure, bar, `${figure.toFixed(0)} ms`)
  const kilobytes = (figure: number, bar: number) => mark(figure, bar, `${figure.toFixed(0)} kB`)
  const visitsTable = table(
    [
      'Page',
      'first frame',
      'longest task before a press',
      'longest task of the start',
      'script before a press',
      'all script',
    ],
    visits.map((visit) => [
      visit.path,
      ms(visit.firstFrameMs),
      ms(visit.longestTaskMs, VISIT_BARS.longestTaskMs),
      ms(visit.longestStartTaskMs),
      kilobytes(visit.scriptKilobytesBeforePress, VISIT_BARS.scriptKilobytesBeforePress),
      kilobytes(visit.scriptKilobytes, VISIT_BARS.scriptKilobytes),
    ]),
  )
  const pressesTable = table(
    ['Press', 'possible after', 'first press: next paint', 'answer', 'later press: next paint', 'answer'],
    presses.map((press) => [
      press.name,
      ms(press.pressedAtMs, press.name === 'add' ? PRESS_BARS.firstPlusMs : undefined),
      ms(press.firstPaintMs, PRESS_BARS.paintMs),
      ms(press.firstAnswerMs),
      ms(press.laterPaintMs, PRESS_BARS.paintMs),
      ms(press.laterAnswerMs),
    ]),
  )
  return { tables: `${visitsTable}\n${pressesTable}`, isBarMissed }
}
