import { authorisedFetchShop } from '@nashta/browser/session/access-token'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { CALL_TIMEOUT_MS, getAccessToken } from './access-token.ts'

/**
 * Calls the Shop API from the browser. The browser caches public responses, so an unchanged one
 * costs only a 304.
 */
export const fetchShop = authorisedFetchShop(httpFetchShop({ timeoutMs: CALL_TIMEOUT_MS }), getAccessToken)
