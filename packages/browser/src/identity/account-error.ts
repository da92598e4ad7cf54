import { wrapOnce } from '@nashta/contracts/api/shop-error'

export type AccountErrorOptions = ErrorOptions & { kind?: string | null }

/** Its message is for the shopper. */
export class AccountError extends Error {
  /** The user pool's name of the refusal, such as UserNotConfirmedException; null when the pool did not reply. */
  readonly kind: string | null

  constructor(message: string, { kind = null, ...options }: AccountErrorOptions = {}) {
    super(message, options)
    this.name = 'AccountError'
    this.kind = kind
  }
}

/** Puts the name of the shopper's action before the message of a failure. */
export async function wrapErrors<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    throw new AccountError(wrapOnce(prefix, error.message), { kind: error.kind, cause: error })
  }
}

export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof AccountError && error.message) || fallback
}
