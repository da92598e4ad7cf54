import { foldEmail, isEmail } from '@nashta/contracts/account/checks'
import { signUp as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import { codeDeliveryDetails, type NewCodeDeps, newSignUpCode } from '../codes/code-with-mail.ts'
import { hashDevice, readDeviceToken } from '../devices/device-token.ts'
import { countMail, type LimitDeps } from '../limits/attempt-limits.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type GivenAttribute, parseAttributes } from '../users/attributes.ts'
import { attributes, clientCallFields, deviceToken, password, termsVersion } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { emailTaken, invalidParameter } from '../wire/pool-error.ts'

const request = z.object({
  ...clientCallFields,
  Password: password,
  UserAttributes: z.optional(attributes),
  ClientMetadata: z.optional(z.object({ termsVersion, deviceToken })),
})

type SignUpDeps = NewCodeDeps &
  LimitDeps &
  Pick<PoolDeps, 'clients' | 'users' | 'hasher' | 'policy' | 'attemptSubjectOf' | 'logEvent'>

export function signUp(deps: SignUpDeps) {
  const { clients, users, hasher, policy, newId, logEvent, now } = deps

  return defineOperation(contract, request, async (input, { requestId }) => {
    authenticateClient(clients, input)
    const email = input.Username
    const userAttributes = attributesToStore(email, input.UserAttributes ?? [], now())
    assertPassword(policy, input.Password, { owner: { email, attributes: userAttributes } })
    // A taken address is refused here, before the costly hash of the password is computed. `create`
    // checks the address again and replaces an unconfirmed account.
    if ((await users.find(email))?.confirmed) throw emailTaken()
    await countMail(deps, email)

    const sub = newId()
    const token = readDeviceToken(input.ClientMetadata?.deviceToken)
    const signUpDevice = token === null ? null : hashDevice(token)
    const user = {
      sub,
      email,
      emailVerified: false,
      pendingEmail: null,
      confirmed: false,
      enabled: true,
      passwordHash: await hasher.hash(input.Password),
      signUpDevice,
      // `create` sets `contested` for a sign-up that replaces another one.
      contested: false,
      termsVersion: input.ClientMetadata?.termsVersion ?? null,
      attributes: userAttributes,
    }
    const created = await users.create(user, newSignUpCode(deps, { sub, to: email, signUpDevice }))
    if (!created) throw emailTaken()

    logEvent('signed up', sub, requestId)
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: codeDeliveryDetails(email) }
  })
}

/**
 * Checks the user name and the attributes. Returns the attributes to store: all that have a value,
 * except the e-mail address, which is the user name.
 */
export function attributesToStore(email: string, given: readonly GivenAttribute[], now: Date) {
  if (!isEmail(email)) throw invalidParameter('Username should be an email.')
  const { email: emailAttribute = email, ...others } = parseAttributes(given, now)
  if (foldEmail(emailAttribute) !== foldEmail(email))
    throw invalidParameter('Username and email must be the same.')
  return Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
}
