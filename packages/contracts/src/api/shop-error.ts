import { withPrefix } from './error-texts.ts'

type ShopErrorOptions = ErrorOptions &
  Partial<Pick<ShopError, 'status' | 'code' | 'details' | 'hasStoreMessage'>>

/** A call of the Shop API failed. The message is a text for the shopper, after a fixed prefix. */
export class ShopError extends Error {
  override name = 'ShopError'
  /** The status of the response; null when there was no readable response. */
  readonly status: number | null
  readonly code: string | null
  readonly details: unknown
  /** False when the message is a text of this client, because the store sent none. */
  readonly hasStoreMessage: boolean

  constructor(message: string, options: ShopErrorOptions) {
    super(withPrefix('API request failed: ', message), options)
    const { status = null, code = null, details, hasStoreMessage = false } = options
    this.status = status
    this.code = code
    this.details = details
    this.hasStoreMessage = hasStoreMessage
  }
}

/**
 * Compares the name, because the class can exist twice in a process. The server bundle of the
 * storefront contains a copy, while `inProcessFetch` throws errors of the original class.
 */
export function isShopError(error: unknown): error is ShopError {
  return error instanceof Error && error.name === 'ShopError'
}

/** The error's message, with its prefix, if the store sent it; otherwise the fallback. */
export function storeMessageOf(error: unknown, fallback: string): string {
  return isShopError(error) && error.hasStoreMessage ? error.message : fallback
}

/** A timeout, too early, too many requests: the same request may succeed later. */
const RETRY_STATUSES = new Set<number | null>([408, 425, 429])

/** Whether the store refused the request (4xx). False when the store is unreachable or failed itself. */
export function isRefused(error: unknown): error is ShopError {
  return isShopError(error) && error.status !== null && error.status >= 400 && error.status < 500
}

/** Whether the store would refuse the same request again. */
export function isFinalRefusal(error: unknown): boolean {
  return isRefused(error) && !RETRY_STATUSES.has(error.status)
}

/** The error of a response whose status is not 2xx. `body` is the parsed JSON, or undefined. */
export function errorOfResponse(status: number, body: unknown): ShopError {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const message = 'message' in fields && typeof fields.message === 'string' ? fields.message : ''
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : null
  const details = 'details' in fields ? fields.details : undefined
  return new ShopError(message || httpErrorText(status), {
    status,
    code,
    details,
    hasStoreMessage: message !== '',
  })
}

export function httpErrorText(status: number): string {
  return `HTTP error! status: ${status}`
}
