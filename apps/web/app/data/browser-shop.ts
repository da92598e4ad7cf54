import { createFetchShop } from './fetch-shop.ts'

/** Long enough for a busy store, short enough that a shopper is still there. */
const ANSWER_MS = 20_000

let accessToken: () => Promise<string | null> = async () => null

/** Whoever keeps the session says here how its token is had. */
export function provideAccessToken(getAccessToken: () => Promise<string | null>) {
  accessToken = getAccessToken
}

/** The Shop API from this browser. What is public comes through its cache, so an unchanged answer costs a 304. */
export const fetchShop = createFetchShop({
  fetch: (path, { signal, ...init }) => fetch(path, { ...init, signal: withTimeout(signal) }),
  getAccessToken: () => accessToken(),
})

function withTimeout(signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(ANSWER_MS)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}
