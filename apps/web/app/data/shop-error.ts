import { apiErrorText, apiRequestFailed } from '@nashta/browser/api-texts'

/** What went wrong with a call, in words for the shopper. */
export class ShopError extends Error {
  override name = 'ShopError'
  /** Of the answer; null when there was none that could be read. */
  readonly status: number | null
  readonly code: string | null
  readonly details: unknown

  constructor(
    message: string,
    options: ErrorOptions & Partial<Pick<ShopError, 'status' | 'code' | 'details'>>,
  ) {
    super(apiRequestFailed(message), options)
    const { status = null, code = null, details } = options
    this.status = status
    this.code = code
    this.details = details
  }
}

/** A refusal, by its status and its body if that was JSON. */
export function refusal(status: number, body: unknown): ShopError {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : null
  const details = 'details' in fields ? fields.details : undefined
  return new ShopError(apiErrorText(status, body), { status, code, details })
}

/** Refused for what was asked, as opposed to a store that is away or unwell. */
export function isRefused(error: unknown): boolean {
  return error instanceof ShopError && error.status !== null && error.status >= 400 && error.status < 500
}
