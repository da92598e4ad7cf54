import { foldEmail } from '@nashta/contracts/account/checks'
import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { type AppClient, authenticateClient } from '../clients/app-client.ts'
import { codeDeliveryDetails, type NewCodeDeps, newResetWithMail } from '../codes/code-with-mail.ts'
import { knownDeviceOf, readDeviceToken } from '../devices/device-token.ts'
import { countAttempt, countResetMail, type LimitDeps, subjectOnDevice } from '../limits/attempt-limits.ts'
import { hashLinkToken, isLinkToken } from '../links/link.ts'
import { noticeEntry, type NoticeDeps } from '../notices.ts'
import { assertPassword, brokenRule } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { assertCodeRedeemed, UNKNOWN_DEVICE } from '../users/code.ts'
import type { UserChange } from '../users/user-store.ts'
import { NO_EMAIL, NO_SUB, type User } from '../users/user.ts'
import { clientCallFields, confirmationCode, deviceMetadata, password } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { codeExpired, invalidParameter, nameNotFound, userDisabled } from '../wire/pool-error.ts'

type ForgotPasswordDeps = NewCodeDeps &
  LimitDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'attemptSubjectOf' | 'publicUrl'>

export function forgotPassword(deps: ForgotPasswordDeps) {
  const { clients, users } = deps
  const request = z.object({ ...clientCallFields, ClientMetadata: deviceMetadata })

  return defineOperation(contract.forgotPassword, request, async (input) => {
    const client = authenticateClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUserExistence) assertCanResetPassword(user)
    const device = callingDevice(client, input)
    await countResetMail(deps, user?.email ?? input.Username, device)

    // With NO_SUB the same work is done, but nothing is sent. So the duration does not reveal
    // whether the account exists.
    const sub = user && canResetPassword(user) ? user.sub : NO_SUB
    await users.change(sub, newResetWithMail(deps, { sub, to: user?.email ?? NO_EMAIL, device }))
    return { CodeDeliveryDetails: codeDeliveryDetails(user?.email ?? input.Username) }
  })
}

type DeviceCall = { Username: string; ClientMetadata?: { deviceToken?: string | undefined } | undefined }

/** The hashed id of the calling device, if the account has used it before; otherwise null. */
function callingDevice({ secret }: AppClient, { Username, ClientMetadata }: DeviceCall) {
  const token = readDeviceToken(ClientMetadata?.deviceToken)
  return knownDeviceOf(token, { clientSecret: secret, username: Username })
}

function canResetPassword({ enabled, confirmed, emailVerified }: User) {
  return enabled && confirmed && emailVerified
}

function assertCanResetPassword(user: User | null) {
  if (!user) throw nameNotFound()
  if (!user.enabled) throw userDisabled()
  if (canResetPassword(user)) return
  throw invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  )
}

type ConfirmForgotPasswordDeps = LimitDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hasher' | 'policy' | 'hashCode' | 'attemptSubjectOf' | 'logEvent'>

/** `ConfirmationCode` is the code of six digits, or the token of the link in the same mail. */
export function confirmForgotPassword(deps: ConfirmForgotPasswordDeps) {
  const { clients, users, logEvent } = deps
  const request = z.object({
    ...clientCallFields,
    ConfirmationCode: confirmationCode,
    Password: password,
    ClientMetadata: deviceMetadata,
  })

  return defineOperation(contract.confirmForgotPassword, request, async (input, { requestId }) => {
    const client = authenticateClient(clients, input)
    // A bad password is refused before the code is checked, so the user can enter the code again.
    assertNewPassword(deps, input.Password, null)
    const user = await users.find(input.Username)
    if (!user && !client.hidesUserExistence) throw nameNotFound()

    const reset = isLinkToken(input.ConfirmationCode) ? resetByLink : resetByCode
    await reset(deps, { client, user, device: callingDevice(client, input), input })
    // Without a user, `reset` has thrown.
    if (user) logEvent('password reset', user.sub, requestId)
    return {}
  })
}

/** Throws if the password breaks a rule. Without `owner`, the rule about personal data is off. */
function assertNewPassword({ policy }: ConfirmForgotPasswordDeps, newPassword: string, owner: User | null) {
  // Cognito words the error of a reset differently.
  assertPassword(policy, newPassword, { owner, wording: 'does not conform to' })
}

type Reset = {
  client: AppClient
  user: User | null
  device: string | null
  input: { Username: string; ConfirmationCode: string; Password: string }
}

async function resetByCode(deps: ConfirmForgotPasswordDeps, { client, user, device, input }: Reset) {
  const subject = deps.attemptSubjectOf(input.Username, user)
  await countAttempt(deps, 'confirm-forgot-password', subjectOnDevice(subject, device))

  const sub = user?.enabled ? user.sub : NO_SUB
  const codeTry = {
    sub,
    purpose: 'password-reset' as const,
    hash: deps.hashCode(input.ConfirmationCode, 'password-reset', sub),
    device: device ?? UNKNOWN_DEVICE,
    at: deps.now(),
  }
  // The password is hashed now, because the transaction of `redeemCode` cannot wait for a hash.
  const change = await passwordChange(deps, input.Password, user?.email ?? NO_EMAIL)
  // Compares the password with the user's data. `redeemCode` calls this function only if the code
  // is right, so strangers cannot find out the data by trying passwords.
  const changeIfPasswordAllowed = (current: User) => {
    const isAllowed = brokenRule(input.Password, deps.policy, current) === null
    return isAllowed ? change : null
  }
  const outcome = await deps.users.redeemCode(codeTry, changeIfPasswordAllowed)
  // The password breaks the rule about personal data. `assertNewPassword` throws the error.
  if (outcome === 'change refused') assertNewPassword(deps, input.Password, user)
  assertCodeRedeemed(outcome, client)
}

/**
 * Attempts with a link are not counted. A link has 128 random bits, which cannot be guessed. With a
 * count, strangers could use up the owner's attempts.
 */
async function resetByLink(deps: ConfirmForgotPasswordDeps, { user, input }: Reset) {
  const hash = hashLinkToken(input.ConfirmationCode)
  const linkTry = { purpose: 'password-reset' as const, hash, at: deps.now() }
  const link = await deps.users.findLink(linkTry)
  // A bad link is refused before the password is hashed, because a hash is costly. `redeemLink`
  // checks the link again.
  if (!link || !user || link.sub !== user.sub) throw codeExpired()
  assertNewPassword(deps, input.Password, user)

  const change = await passwordChange(deps, input.Password, user.email)
  // The link works only while the account still has the address that the link was mailed to.
  const outcome = await deps.users.redeemLink(linkTry, ({ enabled, email }) =>
    enabled && foldEmail(email) === foldEmail(link.mailedTo) ? change : null,
  )
  if (outcome !== 'redeemed') throw codeExpired()
}

async function passwordChange(
  deps: ConfirmForgotPasswordDeps,
  newPassword: string,
  email: string,
): Promise<UserChange> {
  return {
    passwordHash: await deps.hasher.hash(newPassword),
    endSessions: 'all',
    endPasswordResets: true,
    unlock: true,
    mails: [noticeEntry(deps, 'password-changed', email)],
  }
}
