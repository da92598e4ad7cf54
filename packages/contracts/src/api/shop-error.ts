export const STORE_UNREACHABLE = 'The store could not be reached. Please check your connection and try again.'
export const RESPONSE_UNREADABLE = 'The store gave an answer that could not be read. Please try again.'

type ShopErrorOptions = ErrorOptions & Partial<Pick<ShopError, 'status' | 'code' | 'details'>>

/** Why a call of the Shop API failed, in words for the shopper. */
export class ShopError extends Error {
  override name = 'ShopError'
  /** Of the response; null when there was no readable response. */
  readonly status: number | null
  readonly code: string | null
  readonly details: unknown

  constructor(message: string, options: ShopErrorOptions) {
    super(apiRequestFailed(message), options)
    const { status = null, code = null, details } = options
    this.status = status
    this.code = code
    this.details = details
  }
}

/** By name, because the built storefront has its own copy of the class: `instanceof` fails for an error of the server. */
export function isShopError(error: unknown): error is ShopError {
  return error instanceof Error && error.name === 'ShopError'
}

/** The request itself was refused (4xx); false when the store is unreachable or failed. */
export function isRefused(error: unknown): boolean {
  return isShopError(error) && error.status !== null && error.status >= 400 && error.status < 500
}

/** The error of a response that is no success, from its status and its parsed body. */
export function refusal(status: number, body: unknown): ShopError {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const message = 'message' in fields && typeof fields.message === 'string' ? fields.message : ''
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : null
  const details = 'details' in fields ? fields.details : undefined
  return new ShopError(message || httpError(status), { status, code, details })
}

export function httpError(status: number): string {
  return `HTTP error! status: ${status}`
}

function apiRequestFailed(message: string): string {
  return wrapOnce('API request failed: ', message)
}

/** An error may be wrapped by several layers; the prefix appears once. */
export function wrapOnce(prefix: string, message: string): string {
  return message.startsWith(prefix) ? message : `${prefix}${message}`
}
