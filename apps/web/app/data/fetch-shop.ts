import { authorisedFetchShop, type GetAccessToken } from '@nashta/browser/session/access-token'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'

/** A busy store may need seconds to respond; few shoppers wait longer than this. */
export const CALL_TIMEOUT_MS = 20_000

let accessTokenSource: GetAccessToken = async () => null

/** The session provider sets the function that `fetchShop` gets its access tokens from. */
export function setAccessTokenSource(source: GetAccessToken) {
  accessTokenSource = source
}

/** The token of the shopper who is signed in. */
export const getAccessToken: GetAccessToken = (options) => accessTokenSource(options)

/** Calls the Shop API from the browser, which caches public responses: an unchanged response costs only a 304. */
export const fetchShop = authorisedFetchShop(httpFetchShop({ timeoutMs: CALL_TIMEOUT_MS }), getAccessToken)
