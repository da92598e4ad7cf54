import { AccountError } from '../identity/account-error.ts'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { GetAccessToken } from './access-token.ts'
import type { CurrentUser, SessionData, SessionStore, Tokens } from './session-store.ts'

const RENEW_BEFORE_EXPIRY_MS = 5 * 60_000
const RETRY_DELAY_MS = 30_000
/** 24 days. If a delay is longer, `setTimeout` runs the function at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

export type SignedOutReason =
  /** The shopper signed out in this tab. */
  | 'signed-out-here'
  /** The session expired, was revoked, or ended in another tab. */
  | 'ended'
  /** There was no session when the page was opened. */
  | 'never-signed-in'

export type SessionSnapshot =
  | { status: 'signed-in'; user: CurrentUser; rememberMe: boolean }
  | { status: 'signed-out'; user: null; reason: SignedOutReason }
  /** Storage has not been read yet. Pages look as for a guest, but do not redirect to sign-in. */
  | { status: 'unknown'; user: null }

const UNKNOWN: SessionSnapshot = { status: 'unknown', user: null }

export type SessionDeps = {
  store: SessionStore
  /** Fetches new tokens for the current session. Rejects with an `AccountError`. */
  fetchTokens: () => Promise<Tokens>
  now: () => Date
  /** Runs the function after a delay; the returned function cancels it. */
  schedule: (ms: number, run: () => void) => () => void
  /** Runs the work in one tab at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>
}

type Session = ReturnType<typeof createSession>

/** The dependencies of every account operation: calls to the user pool, the session, a clock. */
export type AccountClient = { callIdentity: CallIdentity; session: Session; now: () => Date }

/**
 * The session of the signed-in user. With "Remember me" the tokens are renewed before they expire.
 * Without "Remember me" the session ends when the tokens expire.
 */
export function createSession({ store, fetchTokens, now, schedule, withLock }: SessionDeps) {
  const { setSnapshot, ...snapshots } = createSnapshots()
  let current: SessionData | null = null
  let renewing: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  /** Called when the page is opened, and whenever another tab has changed the stored session. */
  function restore() {
    const stored = store.read()
    if (stored && !stored.tokens.rememberMe && isExpired(stored.tokens, now())) expire()
    else if (stored) activate(stored)
    else deactivate(current ? 'ended' : 'never-signed-in')
  }

  /** Stores a new session, or the current one with a changed user or new tokens. */
  function save(next: SessionData) {
    store.write(next)
    activate(next)
  }

  function changeUser(user: CurrentUser) {
    if (current) save({ ...current, user })
  }

  /** Signs out in this browser. Returns the access token, for a call that signs out everywhere. */
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
    const { user, tokens } = next
    scheduleRenewalOrExpiry(tokens)
    setSnapshot({ status: 'signed-in', user, rememberMe: tokens.rememberMe ?? false })
  }

  function deactivate(reason: SignedOutReason) {
    current = null
    cancelTimer?.()
    setSnapshot({ status: 'signed-out', user: null, reason })
  }

  function scheduleRenewalOrExpiry({ tokenExpiry, rememberMe }: Tokens) {
    const remainingMs = tokenExpiry - now().getTime()
    // Tokens are renewed five minutes before their expiry, but not before half of the remaining
    // time has passed. Without the second condition, tokens that live for five minutes would be
    // renewed at once, again and again.
    const renewInMs = Math.max(remainingMs - RENEW_BEFORE_EXPIRY_MS, remainingMs / 2)
    if (rememberMe) restartTimer(renewInMs, () => void renew())
    // The tokens are still valid at `tokenExpiry`, and expired one millisecond later.
    else restartTimer(remainingMs + 1, expire)
  }

  /** Starts the timer of the session. A timer that is already running is cancelled. */
  function restartTimer(ms: number, run: () => void) {
    cancelTimer?.()
    const notNegative = Math.max(ms, 0)
    cancelTimer = schedule(Math.min(notNegative, TIMER_MAX_MS), run)
  }

  const getAccessToken: GetAccessToken = async ({ refused } = {}) => {
    const isValid = ({ tokens }: SessionData) => tokens.accessToken !== refused && !isExpired(tokens, now())
    if (current && !isValid(current)) {
      if (current.tokens.rememberMe) await renew()
      else expire()
    }
    return current && isValid(current) ? current.tokens.accessToken : null
  }

  /** Replaces the tokens of the current session. A call during a renewal waits for that renewal. */
  async function renew() {
    if (!current) return
    const oldToken = current.tokens.accessToken
    renewing ??= withLock(() => replaceTokens(oldToken)).finally(() => {
      renewing = undefined
    })
    await renewing
  }

  async function replaceTokens(oldToken: string) {
    const stored = store.read()
    const isRenewedByOtherTab =
      stored && stored.tokens.accessToken !== oldToken && !isExpired(stored.tokens, now())
    if (isRenewedByOtherTab) {
      activate(stored)
      return
    }
    // During the request the shopper may sign out, or another session may begin.
    const isStillCurrent = () => current?.tokens.accessToken === oldToken
    try {
      const tokens = await fetchTokens()
      if (current && isStillCurrent()) save({ user: current.user, tokens })
    } catch (error) {
      if (!isStillCurrent()) return
      if (isSessionRevoked(error)) expire()
      // After any other error the session stays, and the renewal is retried.
      else restartTimer(RETRY_DELAY_MS, () => void renew())
    }
  }

  return { ...snapshots, restore, begin: save, changeUser, end, getAccessToken }
}

export function isExpired(tokens: { tokenExpiry: number }, now: Date): boolean {
  return now.getTime() > tokens.tokenExpiry
}

/**
 * True when the user pool says that the session has ended or the user does not exist. False for
 * other errors, such as a user pool that could not be reached.
 */
function isSessionRevoked(error: unknown) {
  if (!(error instanceof AccountError)) return false
  return error.kind === 'NotAuthorizedException' || error.kind === 'UserNotFoundException'
}

/** The current snapshot, with the functions that React's `useSyncExternalStore` needs. */
function createSnapshots() {
  const listeners = new Set<() => void>()
  let snapshot = UNKNOWN

  return {
    setSnapshot: (next: SessionSnapshot) => {
      // A signed-out session keeps its first reason. After a sign-out in this tab, reading storage
      // again would give the reason `never-signed-in`.
      if (snapshot.status === 'signed-out' && next.status === 'signed-out') return
      if (isEqual(snapshot, next)) return
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

/** Compares by value, because each read of storage makes a new user object. */
function isEqual(current: SessionSnapshot, next: SessionSnapshot) {
  return JSON.stringify(current) === JSON.stringify(next)
}
