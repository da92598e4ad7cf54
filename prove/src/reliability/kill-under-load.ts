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
  /** Runs before each kill, with its number from 0 on. */
  beforeKill?: (kill: number) => unknown
  /** One request of a client; rejects as `fetch` does when the store is killed. */
  request: (client: number) => Promise<unknown>
}

/** Sends requests without a pause while the store is killed and restarted again and again. */
export async function killUnderLoad(
  store: RestartableStore,
  { clients, kills, settings, responsesBeforeKill, beforeKill = () => {}, request }: Load,
) {
  /** `up` is pending while the store is down. */
  const state = { up: Promise.resolve(), completed: 0, isOver: false }
  const restartsMs: number[] = []

  async function keepSending(client: number) {
    while (!state.isOver) {
      await state.up
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
      const enough = state.completed + responsesBeforeKill()
      while (state.completed < enough && !state.isOver) await wait(POLL_MS)
      if (state.isOver) return
      await beforeKill(kill)
      await killOnce()
    }
  }

  async function killOnce() {
    const killed = store.kill()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.up = promise
    try {
      await killed
      const started = performance.now()
      await store.startAgain(settings)
      restartsMs.push(performance.now() - started)
    } finally {
      resolve()
    }
  }

  /** When one of the tasks ends, even with an error, all others are stopped, so that nothing outlives the proof. */
  async function endingAll(work: Promise<unknown>) {
    try {
      await work
    } finally {
      state.isOver = true
    }
  }

  const started = performance.now()
  const ends = await Promise.allSettled([
    endingAll(killAgainAndAgain()),
    ...Array.from({ length: clients }, (_, client) => endingAll(keepSending(client))),
  ])
  const failed = ends.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const loadSeconds = (performance.now() - started - restartsMs.reduce((sum, ms) => sum + ms, 0)) / 1000
  return { perSecond: state.completed / loadSeconds, slowestRestartMs: Math.max(...restartsMs) }
}

/** Whether the error means that the store was killed, so that the outcome of the request is unknown. */
export function isCutOff(error: unknown) {
  return error instanceof TypeError && error.cause !== undefined
}
