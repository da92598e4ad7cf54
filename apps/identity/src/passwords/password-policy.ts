import { PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { PoolError } from '../wire/pool-error.ts'
import { isCommonPassword } from './common-passwords.ts'

export type PasswordPolicy = {
  minLength: number
  /** Whether it must have a lower-case letter, an upper-case one, a digit and a symbol. */
  classes: boolean
  refuseCommon: boolean
}

/** Only length is required: rules about characters make passwords hard to remember, not hard to guess. */
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

/** The first rule that a password breaks, in the pool's wording; null for an acceptable one. */
export function brokenRule(password: string, { minLength, classes, refuseCommon }: PasswordPolicy) {
  // Counts characters, not UTF-16 units.
  if (Array.from(password).length < minLength) return 'Password not long enough'
  if (classes) {
    const missing = CLASSES.find(([pattern]) => !pattern.test(password))
    if (missing) return missing[1]
  }
  if (refuseCommon && isCommonPassword(password)) return 'Password is too common'
  return null
}

/** Cognito words the error of a reset differently. */
export function assertPassword(
  policy: PasswordPolicy,
  password: string,
  verb: 'did not conform with' | 'does not conform to' = 'did not conform with',
) {
  const rule = brokenRule(password, policy)
  if (rule === null) return
  throw new PoolError('InvalidPasswordException', `Password ${verb} policy: ${rule}`)
}
