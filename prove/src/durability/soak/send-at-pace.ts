import { setTimeout as wait } from 'node:timers/promises'
import { CONNECTIONS, type MixedLoad } from './mixed-load.ts'

const SEND_INTERVAL_MS = 5

/** With more requests in flight, the store does not respond, and the run fails. */
const IN_FLIGHT_MAX = 20_000

export type CompletedRequest = {
  /** 0 when there was no response. */
  status: number
  /** The latency. */
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
        await load.sendNext()
        completed += 1
      }
    }),
  )
  return completed / seconds
}

type Pace = { perSecond: number; seconds: number; onCompleted: (request: CompletedRequest) => void }

/**
 * Sends requests at a fixed rate, even when the store falls behind. Latency counts from the time
 * when a request was due. So a stall counts for all requests that were due meanwhile.
 */
export async function sendAtPace(load: MixedLoad, { perSecond, seconds, onCompleted }: Pace) {
  const started = performance.now()
  const total = Math.round(perSecond * seconds)
  const inFlight = new Set<Promise<void>>()

  async function sendOne(dueAt: number) {
    try {
      const status = await load.sendNext()
      onCompleted({ status, ms: performance.now() - dueAt })
    } catch (failure) {
      onCompleted({ status: 0, ms: performance.now() - dueAt, failure })
    }
  }

  for (let sent = 0; sent < total;) {
    const elapsedS = (performance.now() - started) / 1000
    // The first request is due at the start, the second one interval later.
    const dueCount = Math.min(total, 1 + Math.floor(elapsedS * perSecond))
    for (; sent < dueCount; sent += 1) {
      const request = sendOne(started + (sent / perSecond) * 1000)
      inFlight.add(request)
      void request.finally(() => inFlight.delete(request))
    }
    if (inFlight.size > IN_FLIGHT_MAX) throw new Error(`${inFlight.size} requests wait for their response`)
    await wait(SEND_INTERVAL_MS)
  }
  await Promise.all(inFlight)
}
