import { AccountError } from '../identity/account-error.ts'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { GetAccessToken } from './access-token.ts'
import type { CurrentUser, SessionData, SessionStore, Tokens } from './session-store.ts'

const RENEW_BEFORE_EXPIRY_MS = 5 * 60_000
const RETRY_DELAY_MS = 30_000
/** The longest delay of `setTimeout`, 24 days. With a longer one it calls the function at once. */
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
  /**
   * Storage has not been read yet. Pages look as for a guest, but do not redirect to the sign-in
   * page.
   */
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

/** The signed-in user, until the tokens expire; with "Remember me" the tokens are renewed. */
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

  /** The shopper signs out. Returns the access token: signing out on every device needs it. */
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
    // Tokens with a short lifetime are renewed after half of it: renewing them five minutes before
    // their expiry would never end.
    const renewInMs = Math.max(remainingMs - RENEW_BEFORE_EXPIRY_MS, remainingMs / 2)
    if (rememberMe) restartTimer(renewInMs, () => void renew())
    // At exactly `tokenExpiry` the tokens are still valid, so the timer waits a millisecond more.
    else restartTimer(remainingMs + 1, expire)
  }

  /** The session has one timer: a new one replaces the previous one. */
  function restartTimer(ms: number, run: () => void) {
    cancelTimer?.()
    const notNegative = Math.max(ms, 0)
    cancelTimer = schedule(Math.min(notNegative, TIMER_MAX_MS), run)
  }

  const getAccessToken: GetAccessToken = async ({ refused } = {}) => {
    if (current && !isValid(current.tokens, refused)) {
      if (current.tokens.rememberMe) await renew()
      else expire()
    }
    return current && isValid(current.tokens, refused) ? current.tokens.accessToken : null
  }

  /** `unwanted` is an access token that a service refused or that is being renewed. */
  function isValid(tokens: Tokens, unwanted?: string) {
    return tokens.accessToken !== unwanted && !isExpired(tokens, now())
  }

  async function renew() {
    const session = current
    if (!session) return
    renewing ??= withLock(() => replaceTokens(session)).finally(() => {
      renewing = undefined
    })
    await renewing
  }

  async function replaceTokens(session: SessionData) {
    const stored = store.read()
    if (stored && isValid(stored.tokens, session.tokens.accessToken)) {
      // Another tab has renewed the tokens already.
      activate(stored)
      return
    }
    // During the request the shopper may have signed out, or another session may have begun.
    const isCurrent = () => current?.tokens.accessToken === session.tokens.accessToken
    try {
      const tokens = await fetchTokens()
      if (current && isCurrent()) save({ user: current.user, tokens })
    } catch (error) {
      if (!isCurrent()) return
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

/** False when the user pool could not be reached or was too busy to reply. */
function isSessionRevoked(error: unknown) {
  if (!(error instanceof AccountError)) return false
  return error.kind === 'NotAuthorizedException' || error.kind === 'UserNotFoundException'
}

/** The snapshot, with the functions that `useSyncExternalStore` takes. It contains no tokens. */
function createSnapshots() {
  const listeners = new Set<() => void>()
  let snapshot = UNKNOWN

  return {
    setSnapshot: (next: SessionSnapshot) => {
      // The first reason stays until the next sign-in.
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
