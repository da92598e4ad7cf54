import { AccountError } from '../identity/account-error.ts'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { GetAccessToken } from './access-token.ts'
import type { CurrentUser, SessionData, SessionStore, Tokens } from './session-store.ts'

const RENEW_BEFORE_EXPIRY_MS = 5 * 60_000
const RETRY_MS = 30_000
/** The longest delay that `setTimeout` accepts. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** The shopper signed out here; the session expired, or ended in another tab; there was no session at the start. */
export type SignedOutReason = 'signed-out-here' | 'ended' | 'never-signed-in'

export type SessionSnapshot =
  | { status: 'signed-in'; user: CurrentUser; rememberMe: boolean }
  | { status: 'signed-out'; user: null; reason: SignedOutReason }
  /** Before storage has been read: pages look as for a guest, but redirect nobody to the sign-in page. */
  | { status: 'unknown'; user: null }

const nothing = () => {}

const UNKNOWN: SessionSnapshot = { status: 'unknown', user: null }

export type SessionDeps = {
  store: SessionStore
  /** Rejects with an `AccountError`. */
  fetchTokens: () => Promise<Tokens>
  now: () => Date
  /** Runs the function after a delay; the returned function cancels it. */
  schedule: (ms: number, run: () => void) => () => void
  /** Runs the work in one tab at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>
}

type Session = ReturnType<typeof createSession>

/** What every account operation needs. */
export type Account = { callIdentity: CallIdentity; session: Session; now: () => Date }

/** The signed-in user, until the tokens expire; with "Remember me" the tokens are renewed. */
export function createSession({ store, fetchTokens, now, schedule, withLock }: SessionDeps) {
  const { show, ...snapshots } = createSnapshots()
  let current: SessionData | null = null
  let renewing: Promise<void> | undefined
  let cancelTimer = nothing

  /** At the start, and whenever another tab has changed the stored session. */
  function restore() {
    const stored = store.read()
    if (stored && !stored.tokens.rememberMe && isExpired(stored.tokens, now())) expire()
    else if (stored) activate(stored)
    else deactivate(current ? 'ended' : 'never-signed-in')
  }

  function begin(next: SessionData) {
    store.write(next)
    activate(next)
  }

  function changeUser(user: CurrentUser) {
    if (current) begin({ ...current, user })
  }

  /** The shopper signs out. Returns the token that was in use, with which the session can be revoked. */
  function end(): string | null {
    const token = current?.tokens.accessToken ?? null
    store.clear()
    deactivate('signed-out-here')
    return token
  }

  function expire() {
    store.clear()
    deactivate('ended')
  }

  function activate(next: SessionData) {
    current = next
    scheduleExpiry(next.tokens)
    show({ status: 'signed-in', user: next.user, rememberMe: next.tokens.rememberMe ?? false })
  }

  function deactivate(reason: SignedOutReason) {
    current = null
    cancelTimer()
    show({ status: 'signed-out', user: null, reason })
  }

  function scheduleExpiry({ tokenExpiry, rememberMe }: Tokens) {
    const left = tokenExpiry - now().getTime()
    if (rememberMe) runAfter(left - RENEW_BEFORE_EXPIRY_MS, () => void renew())
    else runAfter(left + 1, expire)
  }

  function runAfter(ms: number, run: () => void) {
    cancelTimer()
    cancelTimer = schedule(Math.min(Math.max(ms, 0), TIMER_MAX_MS), run)
  }

  const getAccessToken: GetAccessToken = async ({ refused } = {}) => {
    if (current && !isValid(current.tokens, refused)) {
      if (current.tokens.rememberMe) await renew()
      else expire()
    }
    return current && isValid(current.tokens, refused) ? current.tokens.accessToken : null
  }

  function isValid(tokens: Tokens, refused?: string) {
    return tokens.accessToken !== refused && !isExpired(tokens, now())
  }

  async function renew() {
    const before = current
    if (!before) return
    renewing ??= withLock(() => replaceTokens(before)).finally(() => {
      renewing = undefined
    })
    await renewing
  }

  async function replaceTokens(before: SessionData) {
    const stored = store.read()
    if (stored && isValid(stored.tokens, before.tokens.accessToken)) {
      // Another tab has renewed them already.
      activate(stored)
      return
    }
    try {
      const tokens = await fetchTokens()
      // Otherwise the shopper signed out meanwhile.
      if (current === before) begin({ user: before.user, tokens })
    } catch (error) {
      if (current !== before) return
      if (isSessionRevoked(error)) expire()
      // A remembered session ends only when the user pool says so.
      else runAfter(RETRY_MS, () => void renew())
    }
  }

  return { ...snapshots, restore, begin, changeUser, end, getAccessToken }
}

/** A session lasts up to and including the instant of its expiry. */
export function isExpired(tokens: { tokenExpiry: number }, now: Date): boolean {
  return now.getTime() > tokens.tokenExpiry
}

/** False when the user pool could not be reached or was too busy to reply. */
function isSessionRevoked(error: unknown) {
  if (!(error instanceof AccountError)) return false
  return error.kind === 'NotAuthorizedException' || error.kind === 'UserNotFoundException'
}

/** The session in the shape that `useSyncExternalStore` takes. Renewed tokens do not change the snapshot. */
function createSnapshots() {
  const listeners = new Set<() => void>()
  let snapshot = UNKNOWN

  return {
    show: (next: SessionSnapshot) => {
      if (isSame(snapshot, next)) return
      snapshot = next
      for (const notify of listeners) notify()
    },
    getSnapshot: () => snapshot,
    getServerSnapshot: () => UNKNOWN,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Compares by value: a user read from storage again is another object. The first reason of a sign-out stays. */
function isSame(one: SessionSnapshot, other: SessionSnapshot) {
  if (one.status === 'signed-out') return other.status === 'signed-out'
  return JSON.stringify(one) === JSON.stringify(other)
}
