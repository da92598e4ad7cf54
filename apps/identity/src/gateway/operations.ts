import { endSession as endSessionCall, signUpWithConsent } from '@nashta/contracts/identity/identity-gateway'
import * as pool from '@nashta/contracts/identity/user-pool'
import { invalidParameter } from '../wire/pool-error.ts'
import {
  forward,
  forwardAndEnd,
  forwardAsClient,
  type GatewayCall,
  type Perform,
  type PlainOperation,
} from './forward-call.ts'
import type { Limits } from './limit-calls.ts'
import { endSession, parametersOf, refresh, signIn } from './session-calls.ts'

export type GatewayOperation = {
  perform: Perform
  /** Absent for signing out, which always works. */
  limits?: Limits
  /** Clears the cookie before the pool is called. */
  endsSession?: true
}

type Body = GatewayCall['body']
const mail = { limit: 'mail', of: (body: Body) => body['Username'] } as const
const code = { limit: 'codeEntry', of: (body: Body) => body['Username'] } as const
const password = { limit: 'signIn', of: (body: Body) => parametersOf(body).USERNAME } as const
const mailToNew = { limit: 'mail', of: newEmail } as const

/** The operations that a page may call. */
const OPERATIONS = new Map<string, GatewayOperation>([
  operation(signUpWithConsent, forwardAsClient, { address: 'signUp', account: mail }),
  operation(pool.resendConfirmationCode, forwardAsClient, { address: 'codeRequest', account: mail }),
  operation(pool.forgotPassword, forwardAsClient, { address: 'codeRequest', account: mail }),
  operation(pool.confirmSignUp, forwardAsClient, { address: 'codeEntry', account: code }),
  operation(pool.confirmForgotPassword, forwardAsClient, { address: 'codeEntry', account: code }),
  operation(pool.getUser, forward, { address: 'account' }),
  operation(pool.updateUserAttributes, forward, { address: 'account', account: mailToNew }),
  operation(pool.getUserAttributeVerificationCode, forward, { address: 'codeRequest' }),
  operation(pool.verifyUserAttribute, forward, { address: 'codeEntry' }),
  operation(pool.changePassword, forward, { address: 'signIn' }),
  operation(pool.globalSignOut, forwardAndEnd, { address: 'account' }),
  operation(pool.deleteUser, forwardAndEnd, { address: 'account' }),
  [endSessionCall.target, { perform: endSession, endsSession: true }],
])

/** The flows of InitiateAuth. */
const FLOWS = new Map<unknown, GatewayOperation>([
  ['USER_PASSWORD_AUTH', { perform: signIn, limits: { address: 'signIn', account: password } }],
  ['REFRESH_TOKEN_AUTH', { perform: refresh, limits: { address: 'account' } }],
])

/** Undefined for an operation that pages may not call. */
export function findOperation(target: unknown, body: Body): GatewayOperation | undefined {
  if (target !== pool.initiateAuth.target) return OPERATIONS.get(String(target))

  const flow = FLOWS.get(body['AuthFlow'])
  if (!flow) throw invalidParameter('This flow is not enabled for this client')
  return flow
}

function operation(
  call: PlainOperation,
  createPerform: (call: PlainOperation) => Perform,
  limits: Limits,
): [string, GatewayOperation] {
  return [call.target, { perform: createPerform(call), limits }]
}

/** The new address, which gets a mail too. */
function newEmail({ UserAttributes: attributes }: Body): unknown {
  if (!Array.isArray(attributes)) return undefined
  // When the attribute is given twice, the pool reads the last one.
  return Object(attributes.findLast((attribute) => Object(attribute).Name === 'email')).Value
}
