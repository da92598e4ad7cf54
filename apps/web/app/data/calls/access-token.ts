import type { GetAccessToken } from '@nashta/browser/session/access-token'

// Every page loads this module, so it is apart from fetch-shop.ts, which is loaded with the first call.

/** A busy store may need seconds to respond; few shoppers wait longer than this. */
export const CALL_TIMEOUT_MS = 20_000

let accessTokenSource: GetAccessToken = async () => null

/** The session provider sets the function that `fetchShop` gets its access tokens from. */
export function setAccessTokenSource(source: GetAccessToken) {
  accessTokenSource = source
}

/** Returns the token of the signed-in shopper; null for a guest. */
export const getAccessToken: GetAccessToken = (options) => accessTokenSource(options)
