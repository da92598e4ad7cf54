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
import type { CallLimits } from './limit-calls.ts'
import { endSession, parametersOf, refresh, signIn } from './session-calls.ts'

export type GatewayOperation = {
  perform: Perform
  /** Absent for signing out, which must always work. */
  limits?: CallLimits
  /** Clears the cookie before the pool is called. */
  endsSession?: true
}

type Body = GatewayCall['body']
const mails = { limit: 'mail', nameOf: (body: Body) => body['Username'] } as const
const mailsToNewEmail = { limit: 'mail', nameOf: newEmail } as const
const codeEntries = { limit: 'codeEntry', nameOf: (body: Body) => body['Username'] } as const
const passwords = { limit: 'signIn', nameOf: (body: Body) => parametersOf(body).USERNAME } as const

/** The operations that a page may call. */
const OPERATIONS = new Map<string, GatewayOperation>([
  entry(signUpWithConsent, forwardAsClient, { address: 'signUp', account: mails }),
  entry(pool.resendConfirmationCode, forwardAsClient, { address: 'codeRequest', account: mails }),
  entry(pool.forgotPassword, forwardAsClient, { address: 'codeRequest', account: mails }),
  entry(pool.confirmSignUp, forwardAsClient, { address: 'codeEntry', account: codeEntries }),
  entry(pool.confirmForgotPassword, forwardAsClient, { address: 'codeEntry', account: codeEntries }),
  entry(pool.getUser, forward, { address: 'account' }),
  entry(pool.updateUserAttributes, forward, { address: 'account', account: mailsToNewEmail }),
  entry(pool.getUserAttributeVerificationCode, forward, { address: 'codeRequest' }),
  entry(pool.verifyUserAttribute, forward, { address: 'codeEntry' }),
  entry(pool.changePassword, forward, { address: 'signIn' }),
  entry(pool.globalSignOut, forwardAndEnd, { address: 'account' }),
  entry(pool.deleteUser, forwardAndEnd, { address: 'account' }),
  [endSessionCall.target, { perform: endSession, endsSession: true }],
])

/** InitiateAuth is one operation of the pool with several flows. */
const FLOWS = new Map<unknown, GatewayOperation>([
  ['USER_PASSWORD_AUTH', { perform: signIn, limits: { address: 'signIn', account: passwords } }],
  ['REFRESH_TOKEN_AUTH', { perform: refresh, limits: { address: 'account' } }],
])

/** Undefined for an operation that pages may not call. */
export function findOperation(target: unknown, body: Body): GatewayOperation | undefined {
  if (target !== pool.initiateAuth.target) return OPERATIONS.get(String(target))

  const flow = FLOWS.get(body['AuthFlow'])
  if (!flow) throw invalidParameter('This flow is not enabled for this client')
  return flow
}

function entry(
  operation: PlainOperation,
  createPerform: (operation: PlainOperation) => Perform,
  limits: CallLimits,
): [string, GatewayOperation] {
  return [operation.target, { perform: createPerform(operation), limits }]
}

/** The address that UpdateUserAttributes sets: the pool mails a code to it. */
function newEmail({ UserAttributes: attributes }: Body): unknown {
  if (!Array.isArray(attributes)) return undefined
  // When the attribute is given twice, the pool reads the last one.
  return Object(attributes.findLast((attribute) => Object(attribute).Name === 'email')).Value
}
