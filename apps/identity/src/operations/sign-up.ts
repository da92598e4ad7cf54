import { isEmail } from '@nashta/contracts/account/checks'
import { signUp as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { callingClient } from '../clients/app-client.ts'
import { emailDelivery, issueCode, type IssueCodeDeps } from '../codes/issue-code.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type GivenAttribute, readAttributes } from '../users/attributes.ts'
import { foldEmail } from '../users/user.ts'
import { attributes, clientCall, password, termsVersion } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { emailTaken, invalidParameter } from '../wire/pool-error.ts'

const request = z.object({
  ...clientCall,
  Password: password,
  UserAttributes: z.optional(attributes),
  ClientMetadata: z.optional(z.object({ termsVersion })),
})

type SignUpDeps = IssueCodeDeps & Pick<PoolDeps, 'clients' | 'users' | 'hasher' | 'policy' | 'logEvent'>

export function signUp(deps: SignUpDeps) {
  const { clients, users, hasher, policy, newId, logEvent, now } = deps

  return operation(contract, request, async (input, { requestId }) => {
    callingClient(clients, input)
    const email = input.Username
    const given = attributesOf(email, input.UserAttributes ?? [], now())
    assertPassword(policy, input.Password)
    // Checked before the costly hash. Of two concurrent sign-ups, `create` refuses one.
    if (await users.find(email)) throw emailTaken()

    const sub = newId()
    const user = {
      sub,
      email,
      emailVerified: false,
      pendingEmail: null,
      confirmed: false,
      enabled: true,
      passwordHash: await hasher.hash(input.Password),
      termsVersion: input.ClientMetadata?.termsVersion ?? null,
      attributes: given,
    }
    const created = await users.create(user, issueCode(deps, 'sign-up', { sub, to: email }))
    if (!created) throw emailTaken()

    logEvent('signed up', sub, requestId)
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: emailDelivery(email) }
  })
}

/** The attributes to store besides the e-mail, which is the user name. Attributes may repeat it, but not differ. */
function attributesOf(email: string, given: readonly GivenAttribute[], now: Date) {
  if (!isEmail(email)) throw invalidParameter('Username should be an email.')
  const { email: repeated = email, ...rest } = Object.fromEntries(readAttributes(given, now))
  if (foldEmail(repeated) !== foldEmail(email)) throw invalidParameter('Username and email must be the same.')
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
}
