import { isShopError } from '@nashta/contracts/api/shop-error'
import { data, isRouteErrorResponse } from 'react-router'
import { FETCH_PRODUCTS_FAILED } from '../../texts/products.ts'

/** A loader calls this when its data cannot be loaded. The page gets status 503 and a message. */
export function throwUnavailable(error: unknown): never {
  throw data({ message: isShopError(error) ? error.message : FETCH_PRODUCTS_FAILED }, { status: 503 })
}

/** Turns a response of `throwUnavailable` into an error for the page. Throws any other error. */
export function unavailableError(error: unknown): Error {
  if (!isRouteErrorResponse(error) || error.status !== 503) throw error
  return new Error(unavailableMessageOf(error.data))
}

/** The message that `throwUnavailable` put into the body of its response. */
export function unavailableMessageOf(body: unknown): string {
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  return hasMessage ? String(body.message) : FETCH_PRODUCTS_FAILED
}

/**
 * For a client loader whose page works without data: returns null in place of the data. Throws a
 * response, because it leads to another page.
 */
export function nullUnlessResponse(error: unknown): null {
  if (error instanceof Response) throw error
  return null
}
