import { initiateAuth as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { type AuthFlow, findClient } from '../clients/app-client.ts'
import { clientId, oneOf } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { invalidParameter } from '../wire/refusals.ts'
import { authParameters } from './auth-parameters.ts'
import { passwordSignIn, type PasswordSignInDeps } from './password-sign-in.ts'
import { refreshSignIn, type RefreshSignInDeps } from './refresh-sign-in.ts'

const FLOWS = [
  'USER_SRP_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
  'CUSTOM_AUTH',
  'ADMIN_NO_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'USER_AUTH',
] as const

const request = z.object({
  ClientId: clientId,
  AuthFlow: oneOf(FLOWS),
  AuthParameters: z._default(authParameters, {}),
})

type InitiateAuthDeps = PasswordSignInDeps & RefreshSignInDeps

export function initiateAuth(deps: InitiateAuthDeps) {
  return operation(contract, request, async ({ ClientId, AuthFlow, AuthParameters }, { requestId }) => {
    const client = findClient(deps.clients, ClientId)
    const flow = AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : AuthFlow
    if (!client.flows.includes(flow as AuthFlow)) {
      throw invalidParameter(`${flow} flow not enabled for this client`)
    }
    const AuthenticationResult =
      flow === 'USER_PASSWORD_AUTH'
        ? await passwordSignIn(deps, client, AuthParameters, requestId)
        : await refreshSignIn(deps, client, AuthParameters)
    return { AuthenticationResult, ChallengeParameters: {} }
  })
}
