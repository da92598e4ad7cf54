import { guardStorage } from '../storage/browser-storage.ts'
import { type CurrentUser, createSessionStore, type Tokens } from './session-store.ts'
import { createSession, type SessionDeps } from './session.ts'

export const TOKEN_LIFETIME_MS = 60 * 60_000

export const asha: CurrentUser = {
  sub: 'sub-of-asha',
  username: 'asha@example.in',
  email: 'asha@example.in',
  firstName: 'Asha',
  lastName: 'Rao',
}

/** Has the methods of `localStorage` that the session uses. Tests can see the stored `records`. */
export function createStorage() {
  const records = new Map<string, string>()
  return {
    records,
    getItem: (key: string) => records.get(key) ?? null,
    setItem: (key: string, value: string) => void records.set(key, value),
    removeItem: (key: string) => void records.delete(key),
  }
}

/** A clock that only moves when a test moves it. */
function createClock(start = Date.UTC(2026, 0, 1)) {
  let time = start
  const timers = new Set<{ at: number; run: () => void }>()
  return {
    now: () => new Date(time),
    schedule: (ms: number, run: () => void) => {
      const timer = { at: time + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** Moves the clock forwards or back. No timer runs, as on a machine that was asleep. */
    jump(ms: number) {
      time += ms
    },
    /** Moves the clock forwards, and runs the timers that become due, in the order of their times. */
    async pass(ms: number) {
      const end = time + ms
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next)
        time = Math.max(time, next.at)
        next.run()
        await flushPromises()
      }
      time = end
    },
    pending: () => timers.size,
  }
}

/** Lets the callbacks of settled promises run, and those that they cause. */
export function flushPromises() {
  return new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
}

/** Runs one piece of work after the other, like a Web Lock. */
function createLock(): SessionDeps['withLock'] {
  let last = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

type TabDeps = Partial<SessionDeps> & Pick<SessionDeps, 'fetchTokens'>

/** Tabs of one browser share storage, clock and locks. */
export function createBrowser() {
  const storage = createStorage()
  const clock = createClock()
  const withLock = createLock()
  return {
    storage,
    clock,
    openTab: (deps: TabDeps) =>
      createSession({
        store: createSessionStore(guardStorage(storage)),
        now: clock.now,
        schedule: clock.schedule,
        withLock,
        ...deps,
      }),
    tokens: (name: string, { rememberMe = false } = {}): Tokens => ({
      accessToken: `access ${name}`,
      idToken: `id ${name}`,
      tokenExpiry: clock.now().getTime() + TOKEN_LIFETIME_MS,
      rememberMe,
    }),
  }
}
