import * as contract from '@nashta/contracts/identity/second-factor'
import * as z from 'zod/mini'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { noticeEntry, type NoticeDeps } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { SECRET_BYTES, toBase32 } from '../second-factor/totp.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import { assertRecentSignIn } from '../tokens/recent-sign-in.ts'
import { challengeSession, confirmationCode, type MfaSettings, mfaSettings, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import {
  challengeInvalid,
  invalidParameter,
  noSecondFactor,
  secondFactorMismatch,
  secondFactorNotVerified,
} from '../wire/pool-error.ts'

/**
 * Cognito accepts an access token, or the `Session` of a challenge. This pool accepts only an
 * access token.
 */
const callerFields = { AccessToken: z.optional(token), Session: z.optional(challengeSession) }
type CallerFields = { AccessToken?: string | undefined; Session?: string | undefined }

function requireAccessToken({ AccessToken, Session }: CallerFields) {
  if (AccessToken !== undefined) return AccessToken
  // A `Session` proves only the password. The password alone must not replace the second factor.
  if (Session !== undefined) throw challengeInvalid()
  throw invalidParameter('An access token is required.')
}

type AssociateDeps = CallerDeps & Pick<PoolDeps, 'secondFactors' | 'randomBytes'>

export function associateSoftwareToken(deps: AssociateDeps) {
  return defineOperation(contract.associateSoftwareToken, z.object(callerFields), async (input) => {
    const caller = await authenticateCaller(deps, requireAccessToken(input))
    // Without this check, a thief of an access token could set up a second factor and so lock the
    // owner out. The check stops the thief, who cannot sign in again without the password.
    assertRecentSignIn(caller, deps.now())
    const secret = toBase32(deps.randomBytes(SECRET_BYTES))
    await deps.secondFactors.associate(caller.user.sub, secret)
    return { SecretCode: secret }
  })
}

type VerifyDeps = CallerDeps &
  LimitDeps &
  NoticeDeps &
  Pick<PoolDeps, 'secondFactors' | 'randomBytes' | 'hashRecoveryCode' | 'logEvent'>

export function verifySoftwareToken(deps: VerifyDeps) {
  const request = z.object({ ...callerFields, UserCode: confirmationCode })

  return defineOperation(contract.verifySoftwareToken, request, async (input, { requestId }) => {
    const caller = await authenticateCaller(deps, requireAccessToken(input))
    const { sub, email } = caller.user
    await countAttempt(deps, 'verify-second-factor', sub)

    const RecoveryCodes = newRecoveryCodes(deps.randomBytes)
    const recoveryHashes = RecoveryCodes.map((code) => deps.hashRecoveryCode(code, sub))
    const outcome = await deps.secondFactors.verify({
      sub,
      code: input.UserCode,
      at: deps.now(),
      recoveryHashes,
      // Takes effect only if the second factor is on already.
      ifReplaced: {
        endSessionsExcept: caller.sessionId,
        mail: noticeEntry(deps, 'second-factor-replaced', email),
      },
    })
    if (outcome === 'no secret') throw noSecondFactor()
    if (outcome === 'wrong code') throw secondFactorMismatch()
    deps.logEvent(`second factor ${outcome}`, sub, requestId)
    return { Status: 'SUCCESS', RecoveryCodes }
  })
}

type PreferenceDeps = CallerDeps & NoticeDeps & Pick<PoolDeps, 'users' | 'secondFactors' | 'logEvent'>

export function setUserMfaPreference(deps: PreferenceDeps) {
  const request = z.object({ AccessToken: token, ...mfaSettings })

  return defineOperation(contract.setUserMfaPreference, request, async (input, { requestId }) => {
    const caller = await authenticateCaller(deps, input.AccessToken)
    const { sub, email } = caller.user
    const wanted = wantedSecondFactorState(input)
    if (wanted === null || wanted === secondFactorStateOf(deps, sub)) return {}

    if (wanted === 'off') assertRecentSignIn(caller, deps.now())
    else assertSecondFactorVerified(deps, sub)
    await deps.users.change(sub, {
      secondFactor: wanted,
      // A stranger who knows the password may be signed in, so all other sessions end.
      ...(wanted === 'on' && { endSessions: { except: caller.sessionId } }),
      mails: [noticeEntry(deps, `second-factor-${wanted}`, email)],
    })
    deps.logEvent(`second factor ${wanted}`, sub, requestId)
    return {}
  })
}

type SecondFactorState = 'on' | 'off'

export function secondFactorStateOf(
  { secondFactors }: Pick<PoolDeps, 'secondFactors'>,
  sub: string,
): SecondFactorState {
  return secondFactors.isOn(sub) ? 'on' : 'off'
}

/** Throws unless the user has entered a code of the authenticator app. */
export function assertSecondFactorVerified({ secondFactors }: Pick<PoolDeps, 'secondFactors'>, sub: string) {
  if (!secondFactors.isVerified(sub)) throw secondFactorNotVerified()
}

/** Null if the request has no setting for the authenticator app. */
export function wantedSecondFactorState(settings: MfaSettings): SecondFactorState | null {
  const { SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings } = settings
  if (SMSMfaSettings?.Enabled || EmailMfaSettings?.Enabled)
    throw invalidParameter('The second factor of this pool is an authenticator app.')
  if (SoftwareTokenMfaSettings?.Enabled === undefined) return null
  return SoftwareTokenMfaSettings.Enabled ? 'on' : 'off'
}
