import type { Browser } from '@playwright/test'

export const CPU_SLOWDOWN = 4
/** A page sets this mark before its first press. */
export const PRESS_MARK = 'first press'

/** Events of the main thread. Their `ts` is in µs, `tdur` is the CPU time in µs. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; tdur?: number }

const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
const CATEGORIES = [
  'toplevel',
  'loading',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
]

/** Returns a function that ends the trace and resolves with its events. */
export async function startTrace(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve())
  })
  const traceConfig = { includedCategories: CATEGORIES }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async () => {
    await session.send('Tracing.end')
    await complete
    await session.detach()
    return events
  }
}

/** The longest tasks of the marked page, on a processor that is `CPU_SLOWDOWN` times slower. */
export function longestTasks(events: readonly TraceEvent[]) {
  const press = events.find(({ name }) => name === PRESS_MARK)
  if (!press) throw new Error('The trace has no mark of the first press')
  const ofPage = events.filter(({ pid, tid }) => pid === press.pid && tid === press.tid)
  const paintedAt = ofPage.find(({ name }) => name === 'firstContentfulPaint')?.ts ?? Number.NaN
  const tasks = ofPage.filter(({ name, ph }) => TASKS.has(name) && ph === 'X')
  const longest = (from: number, to: number) => {
    const times = tasks.filter(({ ts }) => ts >= from && ts < to).map(({ tdur = 0 }) => tdur)
    return (Math.max(0, ...times) * CPU_SLOWDOWN) / 1000
  }
  return {
    firstFrameMs: longest(0, paintedAt),
    longestTaskMs: longest(paintedAt, press.ts),
    longestStartTaskMs: longest(press.ts, Number.POSITIVE_INFINITY),
  }
}
