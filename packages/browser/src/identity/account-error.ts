import { withPrefix } from '@nashta/contracts/api/shop-error'

export type AccountErrorOptions = ErrorOptions & { kind?: string | null; isForShopper?: boolean }

/** An error of the user pool or of a call to it. */
export class AccountError extends Error {
  /**
   * The user pool's name of the error, such as UserNotConfirmedException. Null when the error does
   * not come from the user pool.
   */
  readonly kind: string | null
  /** False when the pool sent no message: a form then shows a text of its own. */
  readonly isForShopper: boolean

  constructor(message: string, { kind = null, isForShopper = true, ...options }: AccountErrorOptions = {}) {
    super(message, options)
    this.name = 'AccountError'
    this.kind = kind
    this.isForShopper = isForShopper
  }
}

/** Puts a prefix, such as `Sign in failed: `, before the message of an `AccountError`. */
export async function prefixErrors<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    const { kind, isForShopper } = error
    throw new AccountError(withPrefix(prefix, error.message), { kind, isForShopper, cause: error })
  }
}

/** The message of an `AccountError` for the shopper; the fallback for any other error. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof AccountError && error.isForShopper ? error.message : fallback
}
