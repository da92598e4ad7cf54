import { respondToAuthChallenge as contract, SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import * as z from 'zod/mini'
import { assertSecretHash, requireClient } from '../clients/app-client.ts'
import { readDeviceToken, secondFactorDeviceOf } from '../devices/device-token.ts'
import { secondFactorSubject, subjectOnDevice } from '../limits/attempt-limits.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { hashChallenge } from '../second-factor/challenge.ts'
import type { ResponseOutcome } from '../second-factor/second-factor-store.ts'
import { issueTokens, type TokenDeps } from '../tokens/issue-tokens.ts'
import { newSession, sessionMetadata } from '../tokens/new-session.ts'
import { challengeSession, clientId, oneOf } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import {
  appCodeMismatch,
  appCodeUsed,
  challengeInvalid,
  invalidParameter,
  limitExceeded,
} from '../wire/pool-error.ts'

/** The challenge names of Cognito's API. As in Cognito, those that are not enabled are refused. */
const CHALLENGES = [
  'SMS_MFA',
  SECOND_FACTOR,
  'MFA_SETUP',
  'NEW_PASSWORD_REQUIRED',
  'CUSTOM_CHALLENGE',
] as const

const optionalText = z.optional(z.string())

const request = z.object({
  ClientId: clientId,
  ChallengeName: oneOf(CHALLENGES),
  Session: challengeSession,
  ChallengeResponses: z._default(
    z.object({ USERNAME: optionalText, SOFTWARE_TOKEN_MFA_CODE: optionalText, SECRET_HASH: optionalText }),
    {},
  ),
  ClientMetadata: sessionMetadata,
})

type RespondDeps = TokenDeps &
  Pick<
    PoolDeps,
    'clients' | 'users' | 'groups' | 'secondFactors' | 'attempts' | 'hashRecoveryCode' | 'logEvent'
  >

/** The second step of a sign-in: a code of the authenticator app or, in the same field, a recovery code. */
export function respondToAuthChallenge(deps: RespondDeps) {
  const { clients, users, groups, secondFactors, attempts, logEvent, now } = deps

  return defineOperation(contract, request, async (input, { requestId }) => {
    const { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code, SECRET_HASH: hash } = input.ChallengeResponses
    const client = requireClient(clients, input.ClientId)
    if (input.ChallengeName !== SECOND_FACTOR) throw invalidParameter('The challenge is not enabled.')
    if (!username) throw invalidParameter('Missing required parameter USERNAME')
    if (!code) throw invalidParameter('Missing required parameter SOFTWARE_TOKEN_MFA_CODE')
    assertSecretHash(client, { username, hash })

    const challengeHash = hashChallenge(input.Session)
    const challenge = await secondFactors.findChallenge(challengeHash, now())
    const user = await users.find(username)
    if (!user || user.sub !== challenge?.sub || challenge.clientId !== client.id) throw challengeInvalid()

    const { sub } = user
    // Wrong codes lock the second factor for a while. Each device that has passed it before has its
    // own lock-out, so a stranger who knows the password cannot lock that device out.
    const device = secondFactorDeviceOf(readDeviceToken(input.ClientMetadata.deviceToken), {
      clientSecret: client.secret,
      username,
    })
    // Wrong codes and wrong passwords have separate lock-outs. A right password or a password reset
    // clears only the lock-out of wrong passwords. If a right password cleared both lock-outs, a
    // stranger who knows the password could guess codes without end.
    const lockOutSubject = subjectOnDevice(secondFactorSubject(sub), device)
    // A guess is counted before its check, so that concurrent guesses all count.
    if (!(await attempts.countAsFailureUnlessLocked(lockOutSubject, now()))) {
      logEvent('second factor locked', sub, requestId)
      throw limitExceeded()
    }
    const { session, refreshToken } = newSession(deps, {
      sub,
      clientId: client.id,
      metadata: input.ClientMetadata,
    })
    const recoveryHash = deps.hashRecoveryCode(code, sub)
    const outcome = await secondFactors.respond({
      challengeHash,
      code,
      recoveryHash,
      session,
      lockOutSubject,
    })
    if (outcome === 'wrong code' || outcome === 'used code') logEvent('second factor failed', sub, requestId)
    assertSignedIn(outcome)

    if (outcome === 'signed in with recovery code') logEvent('recovery code used', sub, requestId)
    logEvent('signed in', sub, requestId)
    const tokens = await issueTokens(deps, { user, groups: await groups.groupsOf(sub), session })
    return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} }
  })
}

function assertSignedIn(outcome: ResponseOutcome) {
  if (outcome === 'no challenge') throw challengeInvalid()
  if (outcome === 'wrong code') throw appCodeMismatch()
  if (outcome === 'used code') throw appCodeUsed()
}
