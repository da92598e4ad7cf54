import { setTimeout as wait } from 'node:timers/promises'
import type { ProofContext } from '../../proof-context.ts'
import { createShoppers } from '../../shopper.ts'
import { mixedLoad } from './mixed-load.ts'
import { type CompletedRequest, measureCapacity, sendAtPace } from './send-at-pace.ts'
import { liveMemory, liveMemorySettings, openHandles, residentMemory } from './watch-process.ts'

const SHOPPERS = 24
const SAMPLES_MAX = 120
const SAMPLE_INTERVAL_MIN_S = 1

/** Fewer requests could not tell a leak from noise, so a busy machine takes longer. */
const REQUESTS_MIN = 2000

/** The store closes connections a little later than its clients, so the lowest of several counts of handles is used. */
const HANDLE_COUNTS = 8
const HANDLE_COUNT_EVERY_MS = 100

export type Sample = {
  /** Since the paced load began. */
  seconds: number
  perSecond: number
  /** In milliseconds. */
  p99: number
  residentMB: number
  handles: number | null
}

export type SoakResult = {
  capacity: number
  perSecond: number
  completed: number
  /** Responses of 500 and above and requests without a response, each with its time and cause. */
  failures: string[]
  /** Responses from 400 to 499. */
  refused: number
  samples: Sample[]
  /** Before and after the paced load, when the store is idle. */
  liveMB: [before: number, after: number]
  handlesAtRest: [before: number | null, after: number | null]
}

type SoakOptions = { atLeastSeconds: number; warmUpSeconds: number; onSample?: (sample: Sample) => void }

/** Loads the store with a mix of all requests at half of its capacity. */
export async function soak(
  context: ProofContext,
  { atLeastSeconds, warmUpSeconds, onSample = () => {} }: SoakOptions,
): Promise<SoakResult> {
  const folder = context.freshFolder()
  const store = await context.startStore({ DATA_DIR: context.freshFolder(), ...liveMemorySettings(folder) })
  const pid = store.child.pid ?? 0
  const shoppers = await createShoppers(store.url, SHOPPERS)

  async function measureAtRest() {
    const live = await liveMemory(pid, folder)
    let handles = openHandles(pid)
    for (let count = 0; count < HANDLE_COUNTS && handles !== null; count += 1) {
      await wait(HANDLE_COUNT_EVERY_MS)
      handles = Math.min(handles, openHandles(pid) ?? 0)
    }
    return { live, handles }
  }

  const warmUp = mixedLoad(store.url, shoppers)
  const capacity = await measureCapacity(warmUp, warmUpSeconds)
  warmUp.close()
  const before = await measureAtRest()

  const load = mixedLoad(store.url, shoppers)
  const perSecond = capacity / 2
  const seconds = Math.max(atLeastSeconds, REQUESTS_MIN / perSecond)
  const samples: Sample[] = []
  const counted = { completed: 0, failures: [] as string[], refused: 0 }
  const started = performance.now()
  const sampleIntervalMs = Math.max(SAMPLE_INTERVAL_MIN_S, seconds / SAMPLES_MAX) * 1000
  let current = { startedAt: started, times: [] as number[] }

  function takeSample() {
    const now = performance.now()
    const { startedAt, times } = current
    current = { startedAt: now, times: [] }
    const sample = {
      seconds: (now - started) / 1000,
      perSecond: times.length / ((now - startedAt) / 1000),
      p99: percentile99(times),
      residentMB: residentMemory(pid),
      handles: openHandles(pid),
    }
    samples.push(sample)
    onSample(sample)
  }

  function onResponse({ status, ms, failure = status }: CompletedRequest) {
    counted.completed += 1
    if (status === 0 || status >= 500)
      counted.failures.push(`after ${Math.round((performance.now() - started) / 1000)} s ${String(failure)}`)
    else if (status >= 400) counted.refused += 1
    current.times.push(ms)
  }

  const timer = setInterval(takeSample, sampleIntervalMs)
  try {
    await sendAtPace(load, { perSecond, seconds, onResponse })
  } finally {
    clearInterval(timer)
    load.close()
  }
  const after = await measureAtRest()
  return {
    capacity,
    perSecond,
    ...counted,
    samples,
    liveMB: [before.live, after.live],
    handlesAtRest: [before.handles, after.handles],
  }
}

function percentile99(times: readonly number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
