import { setTimeout as wait } from 'node:timers/promises'
import { CONNECTIONS, type MixedLoad } from './mixed-load.ts'

const TICK_MS = 5

/** The most requests in flight: more would only hide a store that does not respond. */
const WAITING_MAX = 20_000

export type CompletedRequest = {
  status: number
  ms: number
  /** The reason when there was no response. */
  failure?: unknown
}

/** Requests per second with a fixed number of connections and no pauses. */
export async function measureCapacity(load: MixedLoad, seconds: number): Promise<number> {
  const started = performance.now()
  let completed = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < started + seconds * 1000) {
        await load.next()
        completed += 1
      }
    }),
  )
  return completed / seconds
}

type Pace = { perSecond: number; seconds: number; onResponse: (completed: CompletedRequest) => void }

/**
 * Sends at a fixed rate, also when the store falls behind. Latency counts from the moment a request was due,
 * so that a stalled store is not measured by the few requests that it received.
 */
export async function sendAtPace(load: MixedLoad, { perSecond, seconds, onResponse }: Pace) {
  const started = performance.now()
  const total = Math.round(perSecond * seconds)
  const waiting = new Set<Promise<void>>()

  async function sendOne(due: number) {
    try {
      const status = await load.next()
      onResponse({ status, ms: performance.now() - due })
    } catch (failure) {
      onResponse({ status: 0, ms: performance.now() - due, failure })
    }
  }

  for (let sent = 0; sent < total;) {
    const elapsedS = (performance.now() - started) / 1000
    // The first request is due at the start, the second one interval later.
    const due = Math.min(total, 1 + Math.floor(elapsedS * perSecond))
    for (; sent < due; sent += 1) {
      const completed = sendOne(started + (sent / perSecond) * 1000)
      waiting.add(completed)
      void completed.finally(() => waiting.delete(completed))
    }
    if (waiting.size > WAITING_MAX) throw new Error(`${waiting.size} requests wait for their response`)
    await wait(TICK_MS)
  }
  await Promise.all(waiting)
}
