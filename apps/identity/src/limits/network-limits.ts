import { IP_LIMITS, type RateLimitName, tooManyAttempts } from '@nashta/contracts/api/rate-limits'
import { checkWelcomeLink, createFirstAdministrator } from '@nashta/contracts/identity/first-administrator'
import { acceptInvitation, checkInvitation, joinByInvitation } from '@nashta/contracts/identity/invitations'
import { respondToAuthChallenge, verifySoftwareToken } from '@nashta/contracts/identity/second-factor'
import * as contract from '@nashta/contracts/identity/user-pool'
import {
  countAttemptInAll,
  createNetworkLimit,
  type NetworkLimit,
} from '@nashta/service-kit/limits/rate-limit'
import { PoolError } from '../wire/pool-error.ts'

/**
 * The operations that hash a password, send a mail or check a code. The pool does not limit the
 * others per network address, because they cost little.
 */
const LIMIT_BY_TARGET = new Map<string, RateLimitName>([
  [contract.signUp.target, 'signUp'],
  [contract.initiateAuth.target, 'signIn'],
  [respondToAuthChallenge.target, 'signIn'],
  [contract.changePassword.target, 'signIn'],
  [contract.resendConfirmationCode.target, 'codeRequest'],
  [contract.forgotPassword.target, 'codeRequest'],
  [contract.getUserAttributeVerificationCode.target, 'codeRequest'],
  [contract.updateUserAttributes.target, 'account'],
  [contract.confirmSignUp.target, 'codeEntry'],
  [contract.confirmForgotPassword.target, 'codeEntry'],
  [contract.verifyUserAttribute.target, 'codeEntry'],
  [contract.undoEmailChange.target, 'codeEntry'],
  [verifySoftwareToken.target, 'codeEntry'],
  [checkWelcomeLink.target, 'codeEntry'],
  [createFirstAdministrator.target, 'codeEntry'],
  [checkInvitation.target, 'codeEntry'],
  [acceptInvitation.target, 'codeEntry'],
  [joinByInvitation.target, 'codeEntry'],
])

export type AssertWithinNetworkLimits = (address: string, target: string, body: object) => void

/**
 * Limits the calls of each network address. The gateway does the same, but programs may call the
 * pool directly.
 */
export function createNetworkLimits({
  scale,
  now,
}: {
  scale: number
  now: () => Date
}): AssertWithinNetworkLimits {
  const names = new Set(LIMIT_BY_TARGET.values())
  const limits = new Map<RateLimitName, NetworkLimit>(
    [...names].map((name) => [name, createNetworkLimit({ ...IP_LIMITS[name], scale, now })]),
  )

  return (address, target, body) => {
    const name = LIMIT_BY_TARGET.get(target)
    if (name === undefined || isRefresh(target, body)) return
    const result = countAttemptInAll(limits.get(name)?.keysOf(address) ?? [])
    if (result.allowed) return
    const { retryAfterSeconds: retryAfter } = result
    throw new PoolError('TooManyRequestsException', tooManyAttempts(retryAfter), { status: 429, retryAfter })
  }
}

/** A refresh has the target of a sign-in. It is not limited, because it checks no password. */
function isRefresh(target: string, body: object) {
  if (target !== contract.initiateAuth.target) return false
  return 'AuthFlow' in body && String(body.AuthFlow).startsWith('REFRESH_TOKEN')
}
