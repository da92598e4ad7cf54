import lighthouse from 'lighthouse'
import { median } from '../compare.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** The bars of every page: at least these scores, and at most this blocking time. */
const BARS = {
  scores: { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 },
  blockedMs: 50,
}
/** Only the home page has these bars. It may have at most this much. */
const HOME_BARS = { kilobytes: 300, requests: 20 }

export type PageMeasurement = {
  path: string
  /** From 0 to 100, medians of the runs. */
  scores: Record<Category, number>
  largestPaintMs: number
  blockedMs: number
  layoutShift: number
  kilobytes: number
  /** All scripts that the page loads by itself. */
  scriptKilobytes: number
  requests: number
}

export type MeasurePagesOptions = {
  storeUrl: string
  /** The remote debugging port of a Chromium. */
  debuggingPort: number
  paths: readonly string[]
  runs: number
}

/** Measures each page with Lighthouse's mobile preset and an empty cache. */
export async function measurePages({ storeUrl, debuggingPort, paths, runs }: MeasurePagesOptions) {
  const measurements: PageMeasurement[] = []
  for (const path of paths) {
    // This visit is not counted: the store resizes pictures meanwhile, which slows the browser.
    await measureOnce(storeUrl, path, debuggingPort)
    const runsOfPage: PageMeasurement[] = []
    for (let run = 0; run < runs; run += 1) runsOfPage.push(await measureOnce(storeUrl, path, debuggingPort))
    measurements.push(medianOf(path, runsOfPage))
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
    scriptKilobytes: kilobytesOf(scripts),
    requests: requests.length,
  }
}

type NetworkRequest = { url: string; transferSize: number; resourceType: string }

function kilobytesOf(requests: readonly NetworkRequest[]) {
  return requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
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
    'scripts',
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
    const { scriptKilobytes } = measurement
    const isHome = path === '/'
    return [
      path,
      ...CATEGORIES.map((name) => mark(scores[name] >= BARS.scores[name], scores[name].toFixed(0))),
      `${(largestPaintMs / 1000).toFixed(2)} s`,
      mark(blockedMs <= BARS.blockedMs, `${blockedMs.toFixed(0)} ms`),
      layoutShift.toFixed(3),
      mark(!isHome || kilobytes <= HOME_BARS.kilobytes, `${kilobytes.toFixed(0)} kB`),
      `${scriptKilobytes.toFixed(0)} kB`,
      mark(!isHome || requests <= HOME_BARS.requests, requests.toFixed(0)),
    ]
  })
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  return { table: lines.join(''), isBarMissed }
}
