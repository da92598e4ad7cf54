import { createCallIdentity } from '@nashta/browser/identity/call-identity'
import { reloadingFetchShop } from '@nashta/browser/reloading-fetch-shop'
import { authorisedFetchShop } from '@nashta/browser/session/access-token'
import { type AccountClient, createSession, type SessionSnapshot } from '@nashta/browser/session/session'
import { CURRENT_USER_KEY, TOKENS_KEY } from '@nashta/browser/session/session-keys'
import { createSessionStore } from '@nashta/browser/session/session-store'
import { createShopFiles } from '@nashta/browser/session/shop-files'
import { refreshTokens } from '@nashta/browser/session/tokens'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { withWebLock } from '@nashta/browser/web-lock'
import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { type FetchShop, httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { mayCall, seesEverything } from '@nashta/contracts/api/operator-roles'
import { endSession } from '@nashta/contracts/identity/identity-gateway'
import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { groupsOf } from './groups.ts'
import { isIdle, LAST_USED_KEY } from './idle.ts'
import { revalidatingFetch } from './revalidating-fetch.ts'
import { createSignInQuestion, repeatAfterSignIn } from './sign-in-question.ts'

const CALL_TIMEOUT_MS = 20_000
/** The least time between two records of use, and the interval between two checks for idleness. */
const USE_INTERVAL_MS = 15_000

const now = () => new Date()

type DeskSession = ReturnType<typeof createDeskSession>

/**
 * The operator's session in this browser, with the calls of the Shop API and the time of the last
 * use. Storefront and desk share one session.
 */
function createDeskSession() {
  const storage = browserStorage('localStorage')
  const store = createSessionStore(storage)
  const callIdentity = createCallIdentity((url, init) => fetch(url, init))
  const session = createSession({
    store,
    fetchTokens: () => refreshTokens(callIdentity, now),
    now,
    schedule(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    withLock: (work) => withWebLock('nashta.session', work),
  })
  const accountClient: AccountClient = { callIdentity, session, now }
  const signInQuestion = createSignInQuestion()

  const fetchShop = authorisedFetchShop(
    reloadingFetchShop(
      httpFetchShop({
        timeoutMs: CALL_TIMEOUT_MS,
        fetch: revalidatingFetch((url, init) => fetch(url, { ...init, cache: 'no-store' })),
      }),
    ),
    session.getAccessToken,
  )
  const files = createShopFiles(session.getAccessToken)
  /** Asks for a sign-in if the Shop API wants a fresh one, then repeats the call, with the same idempotency key. */
  const fetchShopWithSignIn: FetchShop = (endpoint, call) =>
    repeatAfterSignIn(() => fetchShop(endpoint, call), signInQuestion.ask)
  const downloadWithSignIn: typeof files.download = (endpoint, options) =>
    repeatAfterSignIn(() => files.download(endpoint, options), signInQuestion.ask)

  return {
    accountClient,
    signInQuestion,
    fetchShop: fetchShopWithSignIn,
    session,
    files: { ...files, download: downloadWithSignIn },
    /** The groups of the user pool that the current token names. */
    groups: () => groupsOf(store.read()?.tokens.accessToken ?? null),
    recordUse: () => void storage.setItem(LAST_USED_KEY, String(now().getTime())),
    /** False until the first sign-in at the desk, and after a sign-out. */
    hasRecordedUse: () => storage.getItem(LAST_USED_KEY) !== null,
    isIdle: () => isIdle(storage.getItem(LAST_USED_KEY), now()),
    async signOut() {
      storage.removeItem(LAST_USED_KEY)
      session.end()
      await callIdentity(endSession, {}).catch(() => {})
    },
  }
}

/**
 * Why the desk asks for the password although the browser may have a session.
 * - `idle`: the desk was not used for a while, so the desk ended the session.
 * - `unused`: the desk was never used in this browser, or not since the last sign-out. A session of
 *   the storefront is not ended.
 */
type LockReason = 'idle' | 'unused'

function readLockReason(desk: DeskSession): LockReason | null {
  if (!desk.hasRecordedUse()) return 'unused'
  return desk.isIdle() ? 'idle' : null
}

type DeskState = {
  desk: DeskSession
  snapshot: SessionSnapshot
  /** Null when the desk is not locked. */
  lockReason: LockReason | null
  unlock: () => void
}

const DeskContext = createContext<DeskState | null>(null)

export function DeskSessionProvider({ children }: { children: ReactNode }) {
  const [desk] = useState(createDeskSession)
  const [lockReason, setLockReason] = useState(() => readLockReason(desk))
  const { session } = desk
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const unsubscribe = session.subscribe(() => {
      // A sign-out at the desk, also in another tab, removes the time of the last use and locks the
      // desk. A desk that is already locked as `idle` keeps that reason.
      if (!desk.hasRecordedUse()) setLockReason((current) => current ?? 'unused')
    })
    session.restore()
    function onStorage({ key }: StorageEvent) {
      if (key === null || key === CURRENT_USER_KEY || key === TOKENS_KEY) session.restore()
    }
    window.addEventListener('storage', onStorage, { signal })
    return () => {
      unsubscribe()
      controller.abort()
    }
  }, [desk, session])

  useEffect(() => {
    // A desk that is opened after the idle time ends the session.
    if (readLockReason(desk) === 'idle') void desk.signOut()
  }, [desk])

  useEffect(() => {
    if (lockReason !== null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    // The first event is always recorded.
    let recordedAt = -Infinity
    function lockIdleDesk() {
      setLockReason('idle')
      void desk.signOut()
    }
    function onUse({ timeStamp }: Event) {
      // An event after the idle time locks the desk. It does not count as use.
      if (desk.isIdle()) {
        lockIdleDesk()
        return
      }
      if (timeStamp - recordedAt < USE_INTERVAL_MS) return
      recordedAt = timeStamp
      desk.recordUse()
    }
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, onUse, { signal, capture: true })
    const timer = setInterval(() => {
      if (desk.isIdle()) lockIdleDesk()
    }, USE_INTERVAL_MS)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [desk, lockReason])

  const state = useMemo(() => {
    const unlock = () => {
      desk.recordUse()
      setLockReason(null)
    }
    return { desk, snapshot, lockReason, unlock }
  }, [desk, snapshot, lockReason])
  return <DeskContext value={state}>{children}</DeskContext>
}

export function useDesk(): DeskState {
  const state = use(DeskContext)
  if (!state) throw new Error('There is no DeskSessionProvider around this')
  return state
}

/** Returns a function that calls the Shop API as the operator. */
export function useFetchShop(): FetchShop {
  return useDesk().desk.fetchShop
}

/** Returns a function that tells whether the operator may make a call. The Shop API checks too. */
export function useMayCall() {
  const { desk } = useDesk()
  const groups = desk.groups()
  return (endpoint: Pick<Endpoint, 'method' | 'path'>) => mayCall(groups, endpoint)
}

/**
 * True when the operator only packs and ships. Then the Shop API lists only orders to pack or to hand
 * over, without amounts and payments.
 */
export function useIsPacker() {
  return !seesEverything(useDesk().desk.groups())
}

/** Names a draft of the operator who is signed in. Another operator in this browser has other drafts. */
export function useDraftName(record: string) {
  const { snapshot } = useDesk()
  return `${record} of ${snapshot.status === 'signed-in' ? snapshot.user.sub : 'nobody'}`
}
