import { setTimeout as wait } from 'node:timers/promises'
import type { ProofContext } from '../../proof-context.ts'
import { createShoppers } from '../../shopper.ts'
import { createMixedLoad } from './mixed-load.ts'
import { type CompletedRequest, measureCapacity, sendAtPace } from './send-at-pace.ts'
import {
  countOpenHandles,
  liveMemorySettings,
  measureLiveMemory,
  measureResidentMemory,
} from './watch-process.ts'

const SHOPPERS = 24
const SAMPLES_MAX = 120
const SAMPLE_INTERVAL_MIN_S = 1

/** Fewer requests could not tell a leak from noise, so a run on a slow machine is longer. */
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
  /** The requests a second that the store completes without pauses. */
  capacity: number
  /** The requests a second of the paced load. */
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
  const memoryFolder = context.freshFolder()
  const store = await context.startStore({
    DATA_DIR: context.freshFolder(),
    ...liveMemorySettings(memoryFolder),
  })
  const pid = store.child.pid ?? 0
  const shoppers = await createShoppers(store.url, SHOPPERS)

  async function measureAtRest() {
    const live = await measureLiveMemory(pid, memoryFolder)
    let handles = countOpenHandles(pid)
    for (let count = 0; count < HANDLE_COUNTS && handles !== null; count += 1) {
      await wait(HANDLE_COUNT_EVERY_MS)
      handles = Math.min(handles, countOpenHandles(pid) ?? 0)
    }
    return { live, handles }
  }

  const warmUp = createMixedLoad(store.url, shoppers)
  const capacity = await measureCapacity(warmUp, warmUpSeconds)
  warmUp.close()
  const before = await measureAtRest()

  const load = createMixedLoad(store.url, shoppers)
  const perSecond = capacity / 2
  const seconds = Math.max(atLeastSeconds, REQUESTS_MIN / perSecond)
  const samples: Sample[] = []
  const counted = { completed: 0, failures: [] as string[], refused: 0 }
  const started = performance.now()
  const sampleIntervalMs = Math.max(SAMPLE_INTERVAL_MIN_S, seconds / SAMPLES_MAX) * 1000
  /** The time since the last sample. */
  let interval = { startedAt: started, latencies: [] as number[] }

  function takeSample() {
    const now = performance.now()
    const { startedAt, latencies } = interval
    interval = { startedAt: now, latencies: [] }
    const sample = {
      seconds: (now - started) / 1000,
      perSecond: latencies.length / ((now - startedAt) / 1000),
      p99: percentile99(latencies),
      residentMB: measureResidentMemory(pid),
      handles: countOpenHandles(pid),
    }
    samples.push(sample)
    onSample(sample)
  }

  function onCompleted({ status, ms, failure = status }: CompletedRequest) {
    counted.completed += 1
    if (status === 0 || status >= 500) {
      const elapsedS = Math.round((performance.now() - started) / 1000)
      counted.failures.push(`after ${elapsedS} s ${String(failure)}`)
    } else if (status >= 400) counted.refused += 1
    interval.latencies.push(ms)
  }

  const timer = setInterval(takeSample, sampleIntervalMs)
  try {
    await sendAtPace(load, { perSecond, seconds, onCompleted })
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

function percentile99(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
}
