import { authorisedFetchShop, type GetAccessToken } from '@nashta/browser/session/access-token'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'

/** Long enough for a busy store, short enough that the shopper still waits. */
const TIMEOUT_MS = 20_000

let getAccessToken: GetAccessToken = async () => null

/** The session provider sets the source of access tokens. */
export function provideAccessToken(source: GetAccessToken) {
  getAccessToken = source
}

/** Calls the Shop API from the browser, which caches public responses: an unchanged response costs only a 304. */
export const fetchShop = authorisedFetchShop(httpFetchShop({ timeoutMs: TIMEOUT_MS }), (options) =>
  getAccessToken(options),
)
