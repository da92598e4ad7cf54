import { setTimeout as wait } from 'node:timers/promises'
import { CONNECTIONS, type MixedLoad } from './mixed-load.ts'

const TICK_MS = 5

/** Those who wait for an answer when the store has stopped answering; more would only hide that. */
const WAITING_MAX = 20_000

export type Answered = {
  status: number
  ms: number
  /** Why there was no answer. */
  failure?: unknown
}

/** As fast as the store answers, so many at a time: requests per second. */
export async function capacityOf(load: MixedLoad, seconds: number): Promise<number> {
  const started = performance.now()
  let answered = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < started + seconds * 1000) {
        await load.next()
        answered += 1
      }
    }),
  )
  return answered / seconds
}

type Pace = { perSecond: number; seconds: number; onAnswer: (answered: Answered) => void }

/**
 * At a fixed pace, whether the store keeps up or not. Time counts from the moment a request was due: a store that
 * stalls does not get away with the few requests that it saw.
 */
export async function sendAtPace(load: MixedLoad, { perSecond, seconds, onAnswer }: Pace) {
  const started = performance.now()
  const total = Math.round(perSecond * seconds)
  const waiting = new Set<Promise<void>>()

  async function sendOne(due: number) {
    try {
      const status = await load.next()
      onAnswer({ status, ms: performance.now() - due })
    } catch (failure) {
      onAnswer({ status: 0, ms: performance.now() - due, failure })
    }
  }

  for (let sent = 0; sent < total;) {
    const dueBy = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1)
    for (; sent < dueBy; sent += 1) {
      const answered = sendOne(started + (sent / perSecond) * 1000)
      waiting.add(answered)
      void answered.finally(() => waiting.delete(answered))
    }
    if (waiting.size > WAITING_MAX) throw new Error(`${waiting.size} requests wait for their answer`)
    await wait(TICK_MS)
  }
  await Promise.all(waiting)
}
