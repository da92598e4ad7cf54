import { AccountError } from '../identity/account-error.ts'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { GetAccessToken } from './access-token.ts'
import type { CurrentUser, SessionData, SessionStore, Tokens } from './session-store.ts'

const RENEW_BEFORE_EXPIRY_MS = 5 * 60_000
const RETRY_DELAY_MS = 30_000
/** The longest delay of `setTimeout`, 24 days: with a longer one it would run at once. */
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
  /** Before storage has been read: pages look as for a guest, but do not redirect to the sign-in page. */
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

/** What every account operation needs: calls to the user pool, the session and a clock. */
export type AccountClient = { callIdentity: CallIdentity; session: Session; now: () => Date }

/** The signed-in user, until the tokens expire; with "Remember me" the tokens are renewed. */
export function createSession({ store, fetchTokens, now, schedule, withLock }: SessionDeps) {
  const { show, ...snapshots } = createSnapshots()
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

  /** Starts a session, or replaces the user or the tokens of the current one. */
  function begin(next: SessionData) {
    store.write(next)
    activate(next)
  }

  function changeUser(user: CurrentUser) {
    if (current) begin({ ...current, user })
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
    scheduleRenewalOrExpiry(next.tokens)
    show({ status: 'signed-in', user: next.user, rememberMe: next.tokens.rememberMe ?? false })
  }

  function deactivate(reason: SignedOutReason) {
    current = null
    cancelTimer?.()
    show({ status: 'signed-out', user: null, reason })
  }

  function scheduleRenewalOrExpiry({ tokenExpiry, rememberMe }: Tokens) {
    const remainingMs = tokenExpiry - now().getTime()
    if (rememberMe) runAfter(remainingMs - RENEW_BEFORE_EXPIRY_MS, () => void renew())
    // The session still lasts at the instant of its expiry, hence one millisecond more.
    else runAfter(remainingMs + 1, expire)
  }

  function runAfter(ms: number, run: () => void) {
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
    try {
      const tokens = await fetchTokens()
      // During the request the shopper may have signed out, or another session may have begun.
      if (current === session) begin({ user: session.user, tokens })
    } catch (error) {
      if (current !== session) return
      if (isSessionRevoked(error)) expire()
      // After any other error a remembered session stays, and the renewal is retried.
      else runAfter(RETRY_DELAY_MS, () => void renew())
    }
  }

  return { ...snapshots, restore, begin, changeUser, end, getAccessToken }
}

export function isExpired(tokens: { tokenExpiry: number }, now: Date): boolean {
  return now.getTime() > tokens.tokenExpiry
}

/** False when the user pool could not be reached or was too busy to reply. */
function isSessionRevoked(error: unknown) {
  if (!(error instanceof AccountError)) return false
  return error.kind === 'NotAuthorizedException' || error.kind === 'UserNotFoundException'
}

/** The functions that `useSyncExternalStore` takes. Renewed tokens do not change the snapshot. */
function createSnapshots() {
  const listeners = new Set<() => void>()
  let snapshot = UNKNOWN

  return {
    show: (next: SessionSnapshot) => {
      if (looksTheSame(snapshot, next)) return
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

/** Compares by value, because each read of storage makes a new user object. The first reason of a sign-out stays. */
function looksTheSame(shown: SessionSnapshot, next: SessionSnapshot) {
  if (shown.status === 'signed-out') return next.status === 'signed-out'
  return JSON.stringify(shown) === JSON.stringify(next)
}
