import { withPrefix } from '@nashta/contracts/api/error-texts'

export type AccountErrorOptions = ErrorOptions & { kind?: string | null; canShowMessage?: boolean }

/** An error of the user pool or of a call to it. */
export class AccountError extends Error {
  /**
   * The user pool's name of the error, such as UserNotConfirmedException. Null when the error does
   * not come from the user pool.
   */
  readonly kind: string | null
  /**
   * Whether a form may show the message to the shopper. False when the user pool sent no message:
   * then `message` is a technical text, and the form shows its own.
   */
  readonly canShowMessage: boolean

  constructor(message: string, options: AccountErrorOptions = {}) {
    const { kind = null, canShowMessage = true, ...errorOptions } = options
    super(message, errorOptions)
    this.name = 'AccountError'
    this.kind = kind
    this.canShowMessage = canShowMessage
  }
}

/** Puts a prefix, such as `Sign in failed: `, before the message of an `AccountError`. */
export async function prefixErrors<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    const { kind, message, canShowMessage } = error
    throw new AccountError(withPrefix(prefix, message), { kind, canShowMessage, cause: error })
  }
}

/** The message of an `AccountError` that may be shown; otherwise the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof AccountError && error.canShowMessage ? error.message : fallback
}
