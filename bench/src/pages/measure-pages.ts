import { startStoreProcess } from '@nashta/store/store-process.fixture'
import lighthouse from 'lighthouse'
import { median } from '../compare.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** The bars of every page: at least these scores, at most so many kilobytes of first scripts. */
const BARS = {
  scores: { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 },
  firstScriptKilobytes: 130,
}
/** The bars that only the home page has: at most so many kilobytes and requests. */
const HOME_BARS = { kilobytes: 350, requests: 25 }

export type PageMeasurement = {
  path: string
  /** From 0 to 100, medians of the runs. */
  scores: Record<Category, number>
  largestPaintMs: number
  blockedMs: number
  layoutShift: number
  kilobytes: number
  /** The scripts that the HTML of the page names, compressed. */
  firstScriptKilobytes: number
  /** All scripts, also those that load after the page. */
  scriptKilobytes: number
  requests: number
}

export type MeasurePagesOptions = {
  /** The remote debugging port of a Chromium. */
  debuggingPort: number
  paths: readonly string[]
  runs: number
}

/** Measures each page with Lighthouse's mobile preset and an empty cache. */
export async function measurePages({ debuggingPort, paths, runs }: MeasurePagesOptions) {
  const store = await startStoreProcess()
  const measurements: PageMeasurement[] = []
  try {
    for (const path of paths) {
      // This visit is not counted: the store resizes pictures meanwhile, which slows the browser.
      await measureOnce(store.url, path, debuggingPort)
      const runsOfPage: PageMeasurement[] = []
      for (let run = 0; run < runs; run += 1)
        runsOfPage.push(await measureOnce(store.url, path, debuggingPort))
      measurements.push(medianOf(path, runsOfPage))
    }
  } finally {
    await store.stop()
  }
  return measurements
}

async function measureOnce(storeUrl: string, path: string, port: number): Promise<PageMeasurement> {
  const flags = { port, logLevel: 'silent' as const, onlyCategories: [...CATEGORIES] }
  const result = await lighthouse(storeUrl + path, flags)
  if (!result) throw new Error(`Lighthouse has no result for ${path}`)
  const { audits, categories } = result.lhr
  const numericValue = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const details = audits['network-requests']?.details as { items?: NetworkRequest[] } | undefined
  const requests = details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const html = await (await fetch(storeUrl + path)).text()
  const firstScripts = scripts.filter(({ url }) => html.includes(new URL(url).pathname))
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)

  return {
    path,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaintMs: numericValue('largest-contentful-paint'),
    blockedMs: numericValue('total-blocking-time'),
    layoutShift: numericValue('cumulative-layout-shift'),
    kilobytes: kilobytesOf(requests),
    firstScriptKilobytes: await compressedKilobytes(firstScripts),
    scriptKilobytes: kilobytesOf(scripts),
    requests: requests.length,
  }
}

type NetworkRequest = { url: string; transferSize: number; resourceType: string }

function kilobytesOf(requests: readonly NetworkRequest[]) {
  return requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
}

/** Adds up the sizes of the files as brotli, without response headers. */
async function compressedKilobytes(requests: readonly NetworkRequest[]) {
  const sizes = await Promise.all(
    requests.map(async ({ url }) => {
      const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      return Number(headers.get('content-length'))
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

function medianOf(path: string, runs: readonly PageMeasurement[]): PageMeasurement {
  const medianBy = (read: (measurement: PageMeasurement) => number) => median(runs.map(read))
  return {
    path,
    scores: {
      performance: medianBy(({ scores }) => scores.performance),
      accessibility: medianBy(({ scores }) => scores.accessibility),
      'best-practices': medianBy(({ scores }) => scores['best-practices']),
      seo: medianBy(({ scores }) => scores.seo),
    },
    largestPaintMs: medianBy(({ largestPaintMs }) => largestPaintMs),
    blockedMs: medianBy(({ blockedMs }) => blockedMs),
    layoutShift: medianBy(({ layoutShift }) => layoutShift),
    kilobytes: medianBy(({ kilobytes }) => kilobytes),
    firstScriptKilobytes: medianBy(({ firstScriptKilobytes }) => firstScriptKilobytes),
    scriptKilobytes: medianBy(({ scriptKilobytes }) => scriptKilobytes),
    requests: medianBy(({ requests }) => requests),
  }
}

/** Returns a Markdown table with a mark at each figure that misses its bar. */
export function pagesTable(measurements: readonly PageMeasurement[]) {
  const head = [
    'Page, phone',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'largest paint',
    'blocking time',
    'shift',
    'total',
    'first scripts, brotli',
    'all scripts',
    'requests',
  ]
  let isBarMissed = false
  /** Marks the text of a figure that misses its bar. */
  function mark(isMet: boolean, text: string) {
    if (isMet) return text
    isBarMissed = true
    return `**${text}**, missed`
  }
  const rows = measurements.map((measurement) => {
    const { path, scores, largestPaintMs, blockedMs, layoutShift, kilobytes, requests } = measurement
    const { firstScriptKilobytes, scriptKilobytes } = measurement
    const isHome = path === '/'
    return [
      path,
      ...CATEGORIES.map((name) => mark(scores[name] >= BARS.scores[name], scores[name].toFixed(0))),
      `${(largestPaintMs / 1000).toFixed(2)} s`,
      `${blockedMs.toFixed(0)} ms`,
      layoutShift.toFixed(3),
      mark(!isHome || kilobytes <= HOME_BARS.kilobytes, `${kilobytes.toFixed(0)} kB`),
      mark(firstScriptKilobytes <= BARS.firstScriptKilobytes, `${firstScriptKilobytes.toFixed(0)} kB`),
      `${scriptKilobytes.toFixed(0)} kB`,
      mark(!isHome || requests <= HOME_BARS.requests, requests.toFixed(0)),
    ]
  })
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  return { table: lines.join(''), isBarMissed }
}
