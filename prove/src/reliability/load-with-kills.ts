import { setTimeout as wait } from 'node:timers/promises'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import type { RestartableStore } from './restartable-store.ts'

const POLL_MS = 2

export type Load = {
  clients: number
  kills: number
  /** Additional settings of the restarted store. */
  settings?: StoreSettings
  /** How many responses come before the next kill. */
  responsesBeforeKill: () => number
  /** Runs before each kill. The first kill has the number 0. */
  beforeKill?: (kill: number) => unknown
  /** Sends one request of a client. It rejects as `fetch` does when the store is killed. */
  request: (client: number) => Promise<unknown>
}

/** Clients send requests without a pause while the store is killed and restarted repeatedly. */
export async function runLoadWithKills(
  store: RestartableStore,
  { clients, kills, settings, responsesBeforeKill, beforeKill = () => {}, request }: Load,
) {
  /** `whenUp` is pending while the store is down. */
  const state = { whenUp: Promise.resolve(), completed: 0, isOver: false }
  const restartsMs: number[] = []

  async function keepSending(client: number) {
    while (!state.isOver) {
      await state.whenUp
      try {
        await request(client)
        state.completed += 1
      } catch (error) {
        if (!isCutOff(error)) throw error
      }
    }
  }

  async function killAgainAndAgain() {
    for (let kill = 0; kill < kills; kill += 1) {
      const nextKillAt = state.completed + responsesBeforeKill()
      while (state.completed < nextKillAt && !state.isOver) await wait(POLL_MS)
      if (state.isOver) return
      await beforeKill(kill)
      await killOnce()
    }
  }

  async function killOnce() {
    const killed = store.kill()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.whenUp = promise
    try {
      await killed
      const started = performance.now()
      await store.startAgain(settings)
      restartsMs.push(performance.now() - started)
    } finally {
      resolve()
    }
  }

  /** Stops all tasks when this one ends, also by an error, so that nothing outlives the proof. */
  async function stopAllAfter(task: Promise<unknown>) {
    try {
      await task
    } finally {
      state.isOver = true
    }
  }

  const started = performance.now()
  const ends = await Promise.allSettled([
    stopAllAfter(killAgainAndAgain()),
    ...Array.from({ length: clients }, (_, client) => stopAllAfter(keepSending(client))),
  ])
  const failed = ends.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const loadSeconds = (performance.now() - started - restartsMs.reduce((sum, ms) => sum + ms, 0)) / 1000
  return { perSecond: state.completed / loadSeconds, slowestRestartMs: Math.max(...restartsMs) }
}

/**
 * Whether the connection broke, so that the outcome of the request is unknown. `fetch` then rejects
 * with a TypeError whose cause is the error of the socket.
 */
export function isCutOff(error: unknown) {
  return error instanceof TypeError && error.cause !== undefined
}
