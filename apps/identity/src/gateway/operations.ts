import { endSession as endSessionCall, signUpWithConsent } from '@nashta/contracts/identity/identity-gateway'
import * as pool from '@nashta/contracts/identity/user-pool'
import { invalidParameter } from '../wire/refusals.ts'
import type { Call, Perform } from './call.ts'
import { endSession } from './end-session.ts'
import type { Limits } from './limit-calls.ts'
import { passOn, passOnAndEnd, passOnAsClient, type PlainOperation } from './pass-on.ts'
import { refresh } from './refresh.ts'
import { parametersOf, signIn } from './sign-in.ts'

export type GatewayOperation = {
  perform: Perform
  /** None for signing out, which always works. */
  limits?: Limits
  /** The cookie goes before the pool is asked. */
  leaves?: true
}

type Body = Call['body']
const mail = { limit: 'mail', of: (body: Body) => body['Username'] } as const
const code = { limit: 'codeEntry', of: (body: Body) => body['Username'] } as const
const password = { limit: 'signIn', of: (body: Body) => parametersOf(body).USERNAME } as const
const mailToNew = { limit: 'mail', of: newEmail } as const

/** All that a page may ask of the pool. */
const OPERATIONS = new Map<string, GatewayOperation>([
  operation(signUpWithConsent, passOnAsClient, { address: 'signUp', account: mail }),
  operation(pool.resendConfirmationCode, passOnAsClient, { address: 'codeRequest', account: mail }),
  operation(pool.forgotPassword, passOnAsClient, { address: 'codeRequest', account: mail }),
  operation(pool.confirmSignUp, passOnAsClient, { address: 'codeEntry', account: code }),
  operation(pool.confirmForgotPassword, passOnAsClient, { address: 'codeEntry', account: code }),
  operation(pool.getUser, passOn, { address: 'account' }),
  operation(pool.updateUserAttributes, passOn, { address: 'account', account: mailToNew }),
  operation(pool.getUserAttributeVerificationCode, passOn, { address: 'codeRequest' }),
  operation(pool.verifyUserAttribute, passOn, { address: 'codeEntry' }),
  operation(pool.changePassword, passOn, { address: 'signIn' }),
  operation(pool.globalSignOut, passOnAndEnd, { address: 'account' }),
  operation(pool.deleteUser, passOnAndEnd, { address: 'account' }),
  [endSessionCall.target, { perform: endSession, leaves: true }],
])

/** The flows of the one call that signs in. */
const FLOWS = new Map<unknown, GatewayOperation>([
  ['USER_PASSWORD_AUTH', { perform: signIn, limits: { address: 'signIn', account: password } }],
  ['REFRESH_TOKEN_AUTH', { perform: refresh, limits: { address: 'account' } }],
])

/** Undefined for whatever is not on the list. */
export function findOperation(target: unknown, body: Body): GatewayOperation | undefined {
  if (target !== pool.initiateAuth.target) return OPERATIONS.get(String(target))

  const flow = FLOWS.get(body['AuthFlow'])
  if (!flow) throw invalidParameter('This flow is not enabled for this client')
  return flow
}

function operation(
  call: PlainOperation,
  how: (call: PlainOperation) => Perform,
  limits: Limits,
): [string, GatewayOperation] {
  return [call.target, { perform: how(call), limits }]
}

/** A changed mail address gets a mail, too. */
function newEmail({ UserAttributes: attributes }: Body): unknown {
  if (!Array.isArray(attributes)) return undefined
  // Of two the pool takes the last.
  const email: unknown = attributes.findLast((attribute) => Object(attribute).Name === 'email')
  return (Object(email) as { Value?: unknown }).Value
}
