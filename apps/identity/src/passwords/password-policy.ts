import { PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { PoolError } from '../wire/pool-error.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isPersonalPassword, type PasswordOwner } from './personal-words.ts'

export type PasswordPolicy = {
  minLength: number
  /** Whether a lower-case letter, an upper-case letter, a digit and a symbol are required. */
  requiresCharacterClasses: boolean
  /** Whether common passwords and the owner's own data are refused. */
  refusesGuessable: boolean
}

/** Requires no character classes: they make passwords hard to remember, not hard to guess. */
export const STORE_POLICY: PasswordPolicy = {
  minLength: PASSWORD_MIN_LENGTH,
  requiresCharacterClasses: false,
  refusesGuessable: true,
}

const CHARACTER_CLASSES: [RegExp, string][] = [
  [/[a-z]/, 'Password must have lowercase characters'],
  [/[A-Z]/, 'Password must have uppercase characters'],
  [/[0-9]/, 'Password must have numeric characters'],
  [/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/, 'Password must have symbol characters'],
]

/** The first rule that a password breaks, or null. The texts are Cognito's, except those about guessable passwords. */
export function brokenRule(
  password: string,
  { minLength, requiresCharacterClasses, refusesGuessable }: PasswordPolicy,
  owner: PasswordOwner | null = null,
) {
  // `length` would count characters outside the basic plane, such as emoji, twice.
  if (Array.from(password).length < minLength) return 'Password not long enough'
  if (requiresCharacterClasses) {
    const missing = CHARACTER_CLASSES.find(([pattern]) => !pattern.test(password))
    if (missing) return missing[1]
  }
  if (!refusesGuessable) return null
  if (isCommonPassword(password)) return 'Password is too common'
  if (owner && isPersonalPassword(password, owner)) return 'Password is too much like your own data'
  return null
}

type PasswordContext = {
  owner?: PasswordOwner | null
  wording?: 'did not conform with' | 'does not conform to'
}

/** Throws for a password that breaks a rule. Cognito's error says `does not conform to` for a reset only. */
export function assertPassword(
  policy: PasswordPolicy,
  password: string,
  { owner = null, wording = 'did not conform with' }: PasswordContext = {},
) {
  const rule = brokenRule(password, policy, owner)
  if (rule === null) return
  throw new PoolError('InvalidPasswordException', `Password ${wording} policy: ${rule}`)
}
