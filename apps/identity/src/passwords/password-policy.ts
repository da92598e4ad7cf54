import { PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { isCommonPassword } from './common-passwords.ts'

export type PasswordPolicy = {
  minLength: number
  /** Whether it must have a lower-case letter, an upper-case one, a digit and a symbol. */
  classes: boolean
  refuseCommon: boolean
}

/** Length counts, recipes do not: they make passwords hard to remember before they make them hard to guess. */
export const STORE_POLICY: PasswordPolicy = {
  minLength: PASSWORD_MIN_LENGTH,
  classes: false,
  refuseCommon: true,
}

const CLASSES: [RegExp, string][] = [
  [/[a-z]/, 'Password must have lowercase characters'],
  [/[A-Z]/, 'Password must have uppercase characters'],
  [/[0-9]/, 'Password must have numeric characters'],
  [/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/, 'Password must have symbol characters'],
]

/** The first rule that a password breaks, as the pool says it; null for a good one. */
export function brokenRule(password: string, { minLength, classes, refuseCommon }: PasswordPolicy) {
  // Counted as people count, not in the halves of which strings are made.
  if (Array.from(password).length < minLength) return 'Password not long enough'
  if (classes) {
    const missing = CLASSES.find(([pattern]) => !pattern.test(password))
    if (missing) return missing[1]
  }
  if (refuseCommon && isCommonPassword(password)) return 'Password is too common'
  return null
}
