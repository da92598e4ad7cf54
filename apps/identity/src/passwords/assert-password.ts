import { PoolError } from '../wire/pool-error.ts'
import { brokenRule, type PasswordPolicy } from './password-policy.ts'

/** Two operations, two wordings: clients have learned both. */
export function assertNewPassword(policy: PasswordPolicy, password: string) {
  const rule = brokenRule(password, policy)
  if (rule !== null) throw refusal(`Password did not conform with policy: ${rule}`)
}

export function assertResetPassword(policy: PasswordPolicy, password: string) {
  const rule = brokenRule(password, policy)
  if (rule !== null) throw refusal(`Password does not conform to policy: ${rule}`)
}

function refusal(message: string) {
  return new PoolError('InvalidPasswordException', message)
}
