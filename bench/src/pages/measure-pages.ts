import { startStoreProcess } from '@nashta/store/store-process.fixture'
import lighthouse from 'lighthouse'
import { median } from '../compare.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

export type PageFinding = {
  path: string
  /** Out of a hundred, medians of the runs. */
  scores: Record<Category, number>
  largestPaintMs: number
  blockedMs: number
  layoutShift: number
  kilobytes: number
  /** Of the scripts that the document names. */
  firstScriptKilobytes: number
  /** With those that follow once the page is there. */
  scriptKilobytes: number
  requests: number
}

export type MeasurePagesOptions = {
  /** Where a Chromium listens for orders. */
  debuggingPort: number
  paths: readonly string[]
  runs: number
}

/** Each page as a phone on a slow network sees it the first time: Lighthouse's mobile preset. */
export async function measurePages({ debuggingPort, paths, runs }: MeasurePagesOptions) {
  const store = await startStoreProcess()
  const findings: PageFinding[] = []
  try {
    for (const path of paths) {
      // A fresh store cuts its pictures on their first visit, on the very cores that the browser is measured on.
      await measureOnce(store.url, path, debuggingPort)
      const seen: PageFinding[] = []
      for (let run = 0; run < runs; run += 1) seen.push(await measureOnce(store.url, path, debuggingPort))
      findings.push(medianOf(path, seen))
    }
  } finally {
    await store.stop()
  }
  return findings
}

async function measureOnce(storeUrl: string, path: string, port: number): Promise<PageFinding> {
  const flags = { port, logLevel: 'silent' as const, onlyCategories: [...CATEGORIES] }
  const result = await lighthouse(storeUrl + path, flags)
  if (!result) throw new Error(`Lighthouse says nothing of ${path}`)
  const { audits, categories } = result.lhr
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details as { items?: Request[] } | undefined)?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const document = await (await fetch(storeUrl + path)).text()
  const named = scripts.filter(({ url }) => document.includes(new URL(url).pathname))
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)

  return {
    path,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaintMs: number('largest-contentful-paint'),
    blockedMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    kilobytes: kilobytesOf(requests),
    firstScriptKilobytes: await compressedKilobytes(named),
    scriptKilobytes: kilobytesOf(scripts),
    requests: requests.length,
  }
}

type Request = { url: string; transferSize: number; resourceType: string }

function kilobytesOf(requests: readonly Request[]) {
  return requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
}

/** The files alone: how long their headers are is no matter of the page's. */
async function compressedKilobytes(requests: readonly Request[]) {
  const sizes = await Promise.all(
    requests.map(async ({ url }) => {
      const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      return Number(headers.get('content-length'))
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

function medianOf(path: string, seen: readonly PageFinding[]): PageFinding {
  const of = (read: (finding: PageFinding) => number) => median(seen.map(read))
  return {
    path,
    scores: {
      performance: of(({ scores }) => scores.performance),
      accessibility: of(({ scores }) => scores.accessibility),
      'best-practices': of(({ scores }) => scores['best-practices']),
      seo: of(({ scores }) => scores.seo),
    },
    largestPaintMs: of(({ largestPaintMs }) => largestPaintMs),
    blockedMs: of(({ blockedMs }) => blockedMs),
    layoutShift: of(({ layoutShift }) => layoutShift),
    kilobytes: of(({ kilobytes }) => kilobytes),
    firstScriptKilobytes: of(({ firstScriptKilobytes }) => firstScriptKilobytes),
    scriptKilobytes: of(({ scriptKilobytes }) => scriptKilobytes),
    requests: of(({ requests }) => requests),
  }
}

/** In Markdown; a figure beyond its bar is marked. */
export function pagesTable(findings: readonly PageFinding[]) {
  const head = [
    'Page, phone',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'largest paint',
    'blocked',
    'shift',
    'in all',
    'first scripts, brotli',
    'all scripts',
    'requests',
  ]
  const rows = findings.map((finding) => {
    const { path, scores, largestPaintMs, blockedMs, layoutShift, kilobytes, requests } = finding
    return [
      path,
      mark(scores.performance >= 95, scores.performance.toFixed(0)),
      mark(scores.accessibility === 100, scores.accessibility.toFixed(0)),
      mark(scores['best-practices'] === 100, scores['best-practices'].toFixed(0)),
      mark(scores.seo === 100, scores.seo.toFixed(0)),
      `${(largestPaintMs / 1000).toFixed(2)} s`,
      `${blockedMs.toFixed(0)} ms`,
      layoutShift.toFixed(3),
      mark(path !== '/' || kilobytes <= 350, `${kilobytes.toFixed(0)} kB`),
      mark(finding.firstScriptKilobytes <= 130, `${finding.firstScriptKilobytes.toFixed(0)} kB`),
      `${finding.scriptKilobytes.toFixed(0)} kB`,
      mark(path !== '/' || requests <= 25, requests.toFixed(0)),
    ]
  })
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function mark(isMet: boolean, text: string) {
  return isMet ? text : `**${text}**, missed`
}
