import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { messageOf } from '../identity/account-error.ts'

/** The text for an error without a message of its own, or a function that makes the text. */
export type Failed = string | ((error: unknown) => string)

/** Why a call failed, in words for the person who made it. */
export function failureTextOf(error: unknown, failed: Failed): string {
  if (error instanceof Refusal) return error.message
  if (typeof failed === 'function') return failed(error)
  return storeMessageOf(error, messageOf(error, failed))
}

/** Why something was not done, in words for the person. A form shows `errors` at their fields. */
export class Refusal extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(message: string, errors: Readonly<Record<string, string>> = {}) {
    super(message)
    this.errors = errors
  }
}
