import { isShopError } from '@nashta/contracts/api/shop-error'
import { data, isRouteErrorResponse } from 'react-router'
import { FETCH_PRODUCTS_FAILED } from '../texts/product-page.ts'

/** For the loader of a page whose data cannot be loaded: the page gets the status 503 and the message for the shopper. */
export function throwUnavailable(error: unknown): never {
  throw data({ message: isShopError(error) ? error.message : FETCH_PRODUCTS_FAILED }, { status: 503 })
}

/** The error of `throwUnavailable`, for an error boundary to show in its page. Any other error is thrown again. */
export function unavailableError(error: unknown): Error {
  if (!isRouteErrorResponse(error) || error.status !== 503) throw error
  return new Error(messageOf(error.data))
}

/** The message of `throwUnavailable` in the data of an error response. */
export function messageOf(body: unknown): string {
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  return hasMessage ? String(body.message) : FETCH_PRODUCTS_FAILED
}
