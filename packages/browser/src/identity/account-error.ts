import { withPrefix } from '@nashta/contracts/api/shop-error'

export type AccountErrorOptions = ErrorOptions & { kind?: string | null }

/** An error whose message can be shown to the shopper. */
export class AccountError extends Error {
  /** The user pool's name of the error, such as UserNotConfirmedException; null for an error of another source. */
  readonly kind: string | null

  constructor(message: string, { kind = null, ...options }: AccountErrorOptions = {}) {
    super(message, options)
    this.name = 'AccountError'
    this.kind = kind
  }
}

/** If the work fails with an `AccountError`, puts a prefix, such as `Sign in failed: `, before its message. */
export async function prefixErrors<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    throw new AccountError(withPrefix(prefix, error.message), { kind: error.kind, cause: error })
  }
}

/** The message of an `AccountError`; the fallback for any other error. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof AccountError ? error.message : fallback
}
