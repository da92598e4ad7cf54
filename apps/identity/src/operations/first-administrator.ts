import * as contract from '@nashta/contracts/identity/first-administrator'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import { newMemberEntries, type NoticeDeps } from '../notices.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { fromBase32, matchingStep } from '../second-factor/totp.ts'
import { issueTokens, type TokenDeps } from '../tokens/issue-tokens.ts'
import { newSession, sessionMetadata } from '../tokens/new-session.ts'
import {
  attributes,
  clientCallFields,
  confirmationCode,
  factorSecret,
  password,
  token,
} from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { emailTaken, secondFactorMismatch, welcomeLinkInvalid } from '../wire/pool-error.ts'
import { attributesToStore } from './sign-up.ts'

type WelcomeDeps = Pick<PoolDeps, 'firstAdministrator' | 'welcomeLink' | 'now'>

export function checkWelcomeLink(deps: WelcomeDeps) {
  const request = z.object({ WelcomeToken: token })
  return defineOperation(contract.checkWelcomeLink, request, async ({ WelcomeToken }) => {
    await assertLinkWorks(deps, WelcomeToken)
    return {}
  })
}

type CreateDeps = WelcomeDeps &
  TokenDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'groups' | 'hasher' | 'policy' | 'randomBytes' | 'hashRecoveryCode' | 'logEvent'>

/**
 * Makes the first account of the desk. The link proves that the caller runs the shop, so the address
 * counts as verified without a mail: a shop that has just been started can often send none. Whoever
 * has that mailbox cannot get into the account, because they lack the second factor.
 */
export function createFirstAdministrator(deps: CreateDeps) {
  const { clients, firstAdministrator, welcomeLink, hasher, policy, newId, logEvent, now } = deps
  const request = z.object({
    ...clientCallFields,
    Password: password,
    UserAttributes: z._default(attributes, []),
    WelcomeToken: token,
    SecretCode: factorSecret,
    UserCode: confirmationCode,
    ClientMetadata: sessionMetadata,
  })

  return defineOperation(contract.createFirstAdministrator, request, async (input, { requestId }) => {
    const client = authenticateClient(clients, input)
    // Without the link nothing costly is computed.
    await assertLinkWorks(deps, input.WelcomeToken)
    const email = input.Username
    const userAttributes = attributesToStore(email, input.UserAttributes, now())
    assertPassword(policy, input.Password, { owner: { email, attributes: userAttributes } })
    const { SecretCode: secret } = input
    const step = matchingStep(fromBase32(secret), input.UserCode, now())
    if (step === null) throw secondFactorMismatch()

    const sub = newId()
    const user = {
      sub,
      email,
      emailVerified: true,
      pendingEmail: null,
      confirmed: true,
      enabled: true,
      passwordHash: await hasher.hash(input.Password),
      signUpDevice: null,
      contested: false,
      termsVersion: null,
      attributes: userAttributes,
    }
    const RecoveryCodes = newRecoveryCodes(deps.randomBytes)
    const recoveryHashes = RecoveryCodes.map((code) => deps.hashRecoveryCode(code, sub))
    const { session, refreshToken } = newSession(deps, {
      sub,
      clientId: client.id,
      metadata: input.ClientMetadata,
    })
    const outcome = await firstAdministrator.create({
      user,
      secondFactor: { secret, step, recoveryHashes },
      session,
      mails: await newMemberEntries(deps, user, 'admin'),
    })
    if (outcome === 'email taken') throw emailTaken()
    if (outcome === 'there is an administrator') throw welcomeLinkInvalid()
    // The link stays used up even if the role is taken away later.
    welcomeLink.use()

    logEvent('first administrator created', sub, requestId)
    const tokens = await issueTokens(deps, { user, groups: ['admin'], session })
    return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, RecoveryCodes }
  })
}

async function assertLinkWorks({ welcomeLink, firstAdministrator, now }: WelcomeDeps, given: string) {
  if (!welcomeLink.admits(given, now())) throw welcomeLinkInvalid()
  if (await firstAdministrator.hasAdministrator()) throw welcomeLinkInvalid()
}
