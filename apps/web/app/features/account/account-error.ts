export type AccountErrorOptions = ErrorOptions & { kind?: string | null }

/** Its message is for the shopper. */
export class AccountError extends Error {
  /** The user pool's name for the refusal, as in UserNotConfirmedException; null when the pool had no say. */
  readonly kind: string | null

  constructor(message: string, { kind = null, ...options }: AccountErrorOptions = {}) {
    super(message, options)
    this.name = 'AccountError'
    this.kind = kind
  }
}

/** The same failure, in the words of what the shopper was about. */
export async function inWordsOf<T>(wrap: (message: string) => string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    throw new AccountError(wrap(error.message), { kind: error.kind, cause: error })
  }
}

export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof AccountError && error.message) || fallback
}
