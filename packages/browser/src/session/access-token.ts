import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'

/**
 * Resolves to a valid access token of the user. Null if no user is signed in, or if an expired
 * token could not be renewed.
 */
export type GetAccessToken = (options?: {
  /** A token that a service has refused. The token is handled like an expired token. */
  refused?: string
}) => Promise<string | null>

/** Returns a `FetchShop` that sends the user's token with every call that needs one. */
export function authorisedFetchShop(fetchShop: FetchShop, getAccessToken: GetAccessToken): FetchShop {
  return (endpoint, call) => {
    if (endpoint.access === 'public') return fetchShop(endpoint, call)
    return callWithToken(
      getAccessToken,
      (accessToken) => fetchShop(endpoint, { ...call, accessToken }),
      (error) => isShopError(error) && error.status === 401,
    )
  }
}

/** Calls with the current token. If the service refuses that token, renews it and retries once. */
export async function callWithToken<T>(
  getAccessToken: GetAccessToken,
  call: (accessToken: string | null) => Promise<T>,
  isTokenRefused: (error: unknown) => boolean,
): Promise<T> {
  const token = await getAccessToken()
  try {
    return await call(token)
  } catch (error) {
    if (token === null || !isTokenRefused(error)) throw error
    const renewed = await getAccessToken({ refused: token })
    if (renewed === null) throw error
    return call(renewed)
  }
}
