import { isExpired } from '@nashta/browser/token-expiry'
import type { CurrentUser, Tokens } from '@nashta/browser/user'
import { AccountError } from './account-error.ts'
import { createSessionSnapshot, type WhySignedOut } from './session-snapshot.ts'
import type { KeptSession, StoredSession } from './stored-session.ts'

/** How long before the end of its tokens a remembered session fetches new ones. */
const EARLY_MS = 5 * 60_000
const RETRY_MS = 30_000
/** Timers hold no more. */
const WAIT_MAX_MS = 2 ** 31 - 1

const nothing = () => {}

export type SessionDeps = {
  stored: StoredSession
  /** Rejects with an `AccountError`. */
  fetchTokens: () => Promise<Tokens>
  now: () => Date
  /** Runs after that time, unless what it returns is called before. */
  later: (ms: number, run: () => void) => () => void
  /** Never two of these at once, in however many tabs. */
  alone: (work: () => Promise<void>) => Promise<void>
}

export type Session = ReturnType<typeof createSession>

/** Who is signed in, for as long as their tokens last, or for as long as they asked to be remembered. */
export function createSession({ stored, fetchTokens, now, later, alone }: SessionDeps) {
  const { show, ...store } = createSessionSnapshot()
  let kept: KeptSession | null = null
  let renewing: Promise<void> | undefined
  let stopTimer = nothing

  /** On start, and whenever another tab has changed what is stored. */
  function restore() {
    const found = stored.read()
    if (found && !found.tokens.rememberMe && isExpired(found.tokens, now())) expire()
    else if (found) become(found)
    else forget(kept ? 'ended' : 'never-in')
  }

  function begin(next: KeptSession) {
    stored.write(next)
    become(next)
  }

  function changeUser(user: CurrentUser) {
    if (kept) begin({ ...kept, user })
  }

  /** Because the shopper says so. Answers with the token that was in use, for who wants to tell the user pool. */
  function end(): string | null {
    const token = kept?.tokens.accessToken ?? null
    stored.clear()
    forget('left')
    return token
  }

  function expire() {
    stored.clear()
    forget('ended')
  }

  function become(next: KeptSession) {
    kept = next
    watch(next.tokens)
    show({ status: 'signed-in', user: next.user, rememberMe: next.tokens.rememberMe ?? false })
  }

  function forget(why: WhySignedOut) {
    kept = null
    stopTimer()
    show({ status: 'signed-out', user: null, why })
  }

  function watch({ tokenExpiry, rememberMe }: Tokens) {
    const left = tokenExpiry - now().getTime()
    if (rememberMe) runAfter(left - EARLY_MS, () => void renew())
    else runAfter(left + 1, expire)
  }

  function runAfter(ms: number, run: () => void) {
    stopTimer()
    stopTimer = later(Math.min(Math.max(ms, 0), WAIT_MAX_MS), run)
  }

  /** Null when nobody is signed in, or no good token can be had now. One that the store refused is not good. */
  async function accessToken({ refused }: { refused?: string } = {}): Promise<string | null> {
    if (kept && !isGood(kept.tokens, refused)) {
      if (kept.tokens.rememberMe) await renew()
      else expire()
    }
    return kept && isGood(kept.tokens, refused) ? kept.tokens.accessToken : null
  }

  function isGood(tokens: Tokens, refused?: string) {
    return tokens.accessToken !== refused && !isExpired(tokens, now())
  }

  async function renew() {
    const before = kept
    if (!before) return
    renewing ??= alone(() => replaceTokens(before)).finally(() => {
      renewing = undefined
    })
    await renewing
  }

  async function replaceTokens(before: KeptSession) {
    const other = stored.read()
    if (other && isGood(other.tokens, before.tokens.accessToken)) {
      // Another tab was quicker.
      become(other)
      return
    }
    try {
      const tokens = await fetchTokens()
      // Else somebody signed out meanwhile.
      if (kept === before) begin({ user: before.user, tokens })
    } catch (error) {
      if (kept !== before) return
      if (isOver(error)) expire()
      // Whoever asked to be remembered is, until the user pool says otherwise.
      else runAfter(RETRY_MS, () => void renew())
    }
  }

  return { ...store, restore, begin, changeUser, end, accessToken }
}

/** Not so when the pool could not be reached, or was too busy to say. */
function isOver(error: unknown) {
  if (!(error instanceof AccountError)) return false
  return error.kind === 'NotAuthorizedException' || error.kind === 'UserNotFoundException'
}
