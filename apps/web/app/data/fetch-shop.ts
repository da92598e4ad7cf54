import { authorisedFetchShop, type GetAccessToken } from '@nashta/browser/session/access-token'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'

/** A busy store may need seconds to respond; few shoppers wait longer than this. */
export const CALL_TIMEOUT_MS = 20_000

let accessTokenSource: GetAccessToken = async () => null

/** The session provider sets the function that `fetchShop` gets its access tokens from. */
export function setAccessTokenSource(source: GetAccessToken) {
  accessTokenSource = source
}

/** Returns the token of the signed-in shopper; null for a guest. */
export const getAccessToken: GetAccessToken = (options) => accessTokenSource(options)

/**
 * Calls the Shop API from the browser. The browser caches public responses, so an unchanged one
 * costs only a 304.
 */
export const fetchShop = authorisedFetchShop(httpFetchShop({ timeoutMs: CALL_TIMEOUT_MS }), getAccessToken)
