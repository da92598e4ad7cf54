import { createFirstAdministrator } from '@nashta/contracts/identity/first-administrator'
import {
  respondToAuthChallenge,
  setUserMfaPreference,
  verifySoftwareToken,
} from '@nashta/contracts/identity/second-factor'
import { endListedSession } from '@nashta/contracts/identity/signed-in-devices'
import * as pool from '@nashta/contracts/identity/user-pool'
import type { AccountRecords } from '@nashta/service-kit/auth/account-records'
import { fullNameIn } from '@nashta/service-kit/auth/full-name'
import { parseUser } from '@nashta/service-kit/auth/remote-user-pool'
import { decodeJwt } from 'jose'
import type { GatewayCall, GatewayResult } from './forward-call.ts'
import type { PoolConnection } from './pool-connection.ts'

type IdClaims = Partial<Record<'email' | 'birthdate' | 'name' | 'given_name' | 'family_name', string>> & {
  email_verified?: boolean
}

/** The change that a successful call makes to the records. */
type Change = {
  /** The caller's sessions that end. `others` are all except the one that made the call. */
  endsSessions?: 'all' | 'others'
  user?: 'changed' | 'removed'
}

const SIGN_INS = new Set<unknown>([
  pool.initiateAuth.target,
  respondToAuthChallenge.target,
  createFirstAdministrator.target,
])

const CHANGES = new Map<unknown, Change>([
  [pool.globalSignOut.target, { endsSessions: 'all' }],
  [pool.deleteUser.target, { endsSessions: 'all', user: 'removed' }],
  [pool.changePassword.target, { endsSessions: 'others' }],
  [pool.updateUserAttributes.target, { user: 'changed' }],
  [pool.verifyUserAttribute.target, { user: 'changed' }],
  [setUserMfaPreference.target, { endsSessions: 'others', user: 'changed' }],
  // The caller may replace an authenticator app that a stranger has set up. The stranger may still
  // be signed in, so all other sessions end.
  [verifySoftwareToken.target, { endsSessions: 'others' }],
])

/**
 * Keeps the store's own records of accounts up to date. They are for a user pool that cannot be
 * called on every request. The recorder learns of changes from the calls that pass through the
 * gateway. A password reset by mail is not recorded: its call has no token with the user's `sub`.
 */
export function createAccountRecorder(
  records: AccountRecords,
  { send }: Pick<PoolConnection, 'send'>,
  now: () => Date,
) {
  /**
   * Reads the user from the pool and records it. If that fails, the outdated record is removed, and
   * the next check of a token reads the user from the pool.
   */
  async function recordUser(AccessToken: string) {
    const { sub } = claimsOf(AccessToken)
    try {
      const { status, body } = await send(pool.getUser.target, { AccessToken })
      if (status !== 200) throw new Error(`The pool responded with ${status}`)
      await records.saveUser(sub, parseUser(JSON.parse(body)).user)
    } catch {
      await records.removeUser(sub)
    }
  }

  /** Records the user of the id token, and the end of the session that this browser had before. */
  async function recordSignIn(target: unknown, call: GatewayCall, { response }: GatewayResult) {
    const idToken: unknown = JSON.parse(response.body).AuthenticationResult?.IdToken
    if (typeof idToken !== 'string') return
    const claims = decodeJwt<IdClaims>(idToken)
    const { sub, email, email_verified: isEmailVerified = false, birthdate } = claims
    const user = {
      email: email ?? null,
      name: fullNameIn(claims),
      isEmailVerified,
      // The records are for Cognito, which has no former addresses.
      formerEmails: [],
      birthDate: birthdate ?? null,
      // With a second factor, no sign-in ends with the password.
      hasSecondFactor: target !== pool.initiateAuth.target,
    }
    // A failed write must not fail the sign-in.
    await Promise.allSettled([records.saveUser(String(sub), user), endSession(call.session)])
  }

  async function endSession(session: GatewayCall['session']) {
    if (session?.id !== undefined) await records.endSession(session.id)
  }

  return {
    /** Must run even if the sign-out did not reach the pool. The store then refuses the session. */
    recordSignOut: ({ session }: GatewayCall) => endSession(session),

    async recordChange(target: unknown, call: GatewayCall, result: GatewayResult) {
      if (result.response.status !== 200) return
      const isSignIn = SIGN_INS.has(target) && call.body['AuthFlow'] !== 'REFRESH_TOKEN_AUTH'
      if (isSignIn) return recordSignIn(target, call, result)
      if (target === endListedSession.target) return records.endSession(String(call.body['SessionId']))

      const { endsSessions, user } = CHANGES.get(target) ?? {}
      if (!endsSessions && !user) return
      // The pool has verified the token, so its claims can be trusted.
      const AccessToken = String(call.body['AccessToken'])
      const { sub, sessionId } = claimsOf(AccessToken)
      if (endsSessions) {
        const until = Math.floor(now().getTime() / 1000)
        await records.endSessions(sub, { until, exceptSessionId: endsSessions === 'all' ? null : sessionId })
      }
      if (user === 'changed') await recordUser(AccessToken)
      if (user === 'removed') await records.removeUser(sub)
    },
  }
}

function claimsOf(accessToken: string) {
  const { sub, origin_jti: sessionId } = decodeJwt<{ origin_jti?: string }>(accessToken)
  return { sub: String(sub), sessionId: sessionId ?? null }
}
