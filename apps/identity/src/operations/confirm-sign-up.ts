import * as contract from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import { codeDeliveryDetails, type NewCodeDeps, newSignUpCode } from '../codes/code-with-mail.ts'
import { hashDevice, readDeviceToken } from '../devices/device-token.ts'
import {
  countAttempt,
  countMail,
  type LimitDeps,
  subjectOfAddress,
  subjectOnDevice,
} from '../limits/attempt-limits.ts'
import { unusablePasswordHash } from '../passwords/password-hash.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { assertCodeRedeemed, UNKNOWN_DEVICE } from '../users/code.ts'
import type { UserChange } from '../users/user-store.ts'
import { NO_EMAIL, NO_SUB, type User } from '../users/user.ts'
import { clientCallFields, confirmationCode, deviceMetadata } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { alreadyConfirmed, invalidParameter, nameNotFound } from '../wire/pool-error.ts'

type ConfirmSignUpDeps = LimitDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hashCode' | 'attemptSubjectOf' | 'logEvent'>

export function confirmSignUp(deps: ConfirmSignUpDeps) {
  const { clients, users, hashCode, logEvent, now } = deps
  const request = z.object({
    ...clientCallFields,
    ConfirmationCode: confirmationCode,
    ClientMetadata: deviceMetadata,
  })

  return defineOperation(contract.confirmSignUp, request, async (input, { requestId }) => {
    const client = authenticateClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUserExistence) {
      if (!user) throw nameNotFound()
      if (user.confirmed) throw alreadyConfirmed()
    }
    const deviceToken = readDeviceToken(input.ClientMetadata?.deviceToken)
    // The device that signed up has its own attempts, so that strangers cannot use them up. If the
    // code comes from another device, `signUpDevice` is null.
    const signUpDevice = user && isSignUpDevice(user, deviceToken) ? user.signUpDevice : null
    const addressSubject = subjectOfAddress(deps, user?.email ?? input.Username)
    const subject = subjectOnDevice(addressSubject, signUpDevice)
    const attemptKind = signUpDevice === null ? 'confirm-sign-up' : 'confirm-own-sign-up'
    await countAttempt(deps, attemptKind, subject)

    const sub = user?.sub ?? NO_SUB
    const hash = hashCode(input.ConfirmationCode, 'sign-up', sub)
    const outcome = await users.redeemCode(
      { sub, purpose: 'sign-up', hash, device: signUpDevice ?? UNKNOWN_DEVICE, at: now() },
      (signedUp) => confirmation(signedUp, deviceToken),
    )
    // Only the right code has the outcome 'expired', for example when it was used before. So a caller
    // who guesses codes does not learn that the account is confirmed.
    if (outcome === 'expired' && user?.confirmed) throw alreadyConfirmed()
    assertCodeRedeemed(outcome, client)

    logEvent('sign-up confirmed', sub, requestId)
    return {}
  })
}

/**
 * The change that the right code makes. The owner of the address enters the code, but a stranger
 * may have made a contested sign-up (see `User`). So the password and attributes of a contested
 * sign-up are removed, unless the device that signed up also sends the code.
 */
function confirmation(user: User, deviceToken: string | null): UserChange {
  const { contested, attributes } = user
  const isSignUpTrusted = !contested || isSignUpDevice(user, deviceToken)
  if (isSignUpTrusted) return { confirmed: true }
  const removedAttributes = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]))
  return { confirmed: true, passwordHash: unusablePasswordHash(), attributes: removedAttributes }
}

function isSignUpDevice({ signUpDevice }: User, deviceToken: string | null) {
  return deviceToken !== null && hashDevice(deviceToken) === signUpDevice
}

type ResendDeps = NewCodeDeps & LimitDeps & Pick<PoolDeps, 'clients' | 'users' | 'attemptSubjectOf'>

export function resendConfirmationCode(deps: ResendDeps) {
  const { clients, users } = deps

  return defineOperation(contract.resendConfirmationCode, z.object(clientCallFields), async (input) => {
    const client = authenticateClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUserExistence) {
      if (!user) throw nameNotFound()
      if (user.confirmed) throw invalidParameter('User is already confirmed.')
    }
    await countMail(deps, user?.email ?? input.Username)

    // With NO_SUB the same work is done, but nothing is sent. So the duration does not reveal
    // whether there is an account.
    const sub = user && !user.confirmed ? user.sub : NO_SUB
    await users.change(
      sub,
      newSignUpCode(deps, {
        sub,
        to: user?.email ?? NO_EMAIL,
        signUpDevice: user?.signUpDevice ?? null,
      }),
    )
    return { CodeDeliveryDetails: codeDeliveryDetails(user?.email ?? input.Username) }
  })
}
