import { checkWelcomeLink, createFirstAdministrator } from '@nashta/contracts/identity/first-administrator'
import { endSession as endSessionCall, signUpWithConsent } from '@nashta/contracts/identity/identity-gateway'
import { acceptInvitation, checkInvitation, joinByInvitation } from '@nashta/contracts/identity/invitations'
import * as secondFactor from '@nashta/contracts/identity/second-factor'
import { endListedSession, listSessions } from '@nashta/contracts/identity/signed-in-devices'
import * as pool from '@nashta/contracts/identity/user-pool'
import { isLinkToken } from '../links/link.ts'
import { invalidParameter } from '../wire/pool-error.ts'
import {
  forward,
  forwardAndEndSession,
  forwardAsClient,
  forwardCode,
  forwardSignUp,
  type GatewayCall,
  type Perform,
  type PlainOperation,
} from './forward-call.ts'
import type { CallLimits } from './limit-check.ts'
import {
  acceptInvitation as acceptInvitationCall,
  endSession,
  authParametersOf,
  challengeResponsesOf,
  refresh,
  createFirstAdministrator as createFirstAdministratorCall,
  respondToChallenge,
  signIn,
} from './session-calls.ts'

export type GatewayOperation = {
  perform: Perform
  /** Absent for the sign-out on this device, which must always work. */
  limits?: CallLimits
  /** True for the sign-out on this device. It clears the cookie even if the pool is unreachable. */
  signsOutDevice?: true
}

type Body = GatewayCall['body']

/**
 * The account whose limit an entered code counts towards. The mail with the code also has a link,
 * whose token arrives in place of the code. The token counts towards no account: after strangers
 * have used up the limit with wrong codes, the link in the owner's mail must still work.
 */
function accountOfCodeEntry({ Username: name, ConfirmationCode: code }: Body): unknown {
  return typeof code === 'string' && isLinkToken(code) ? undefined : name
}

const codeEntryLimit = { limit: 'codeEntry', accountOf: accountOfCodeEntry } as const
const signInLimit = {
  limit: 'signIn',
  accountOf: (body: Body) => authParametersOf(body).USERNAME,
} as const
const challengeLimit = {
  limit: 'signIn',
  accountOf: (body: Body) => challengeResponsesOf(body).USERNAME,
} as const

/**
 * The operations that a page may call, with their limits. No limit in this list counts the mails
 * to an e-mail address. The pool counts these mails, because only the pool knows whether a call
 * sends a mail.
 */
const OPERATIONS = new Map<string, GatewayOperation>([
  entry(signUpWithConsent, forwardSignUp, { perIp: 'signUp' }),
  entry(pool.resendConfirmationCode, forwardAsClient, { perIp: 'codeRequest' }),
  entry(pool.forgotPassword, forwardAsClient, { perIp: 'codeRequest' }),
  // `confirmSignUp` has no limit per account here, because the pool has this limit. Strangers must
  // not use up the attempts of the device that signed up, and only the pool recognises that device.
  entry(pool.confirmSignUp, forwardCode, { perIp: 'codeEntry' }),
  entry(pool.confirmForgotPassword, forwardCode, { perIp: 'codeEntry', perAccount: codeEntryLimit }),
  entry(pool.getUser, forward, { perIp: 'account' }),
  entry(pool.updateUserAttributes, forward, { perIp: 'account' }),
  entry(pool.getUserAttributeVerificationCode, forward, { perIp: 'codeRequest' }),
  entry(pool.verifyUserAttribute, forward, { perIp: 'codeEntry' }),
  entry(pool.undoEmailChange, forward, { perIp: 'codeEntry' }),
  entry(pool.changePassword, forward, { perIp: 'signIn' }),
  entry(pool.globalSignOut, forwardAndEndSession, { perIp: 'account' }),
  entry(pool.deleteUser, forwardAndEndSession, { perIp: 'account' }),
  entry(secondFactor.associateSoftwareToken, forward, { perIp: 'account' }),
  entry(secondFactor.verifySoftwareToken, forward, { perIp: 'codeEntry' }),
  entry(secondFactor.setUserMfaPreference, forward, { perIp: 'account' }),
  [
    secondFactor.respondToAuthChallenge.target,
    { perform: respondToChallenge, limits: { perIp: 'signIn', perAccount: challengeLimit } },
  ],
  entry(checkWelcomeLink, forward, { perIp: 'codeEntry' }),
  [
    createFirstAdministrator.target,
    { perform: createFirstAdministratorCall, limits: { perIp: 'codeEntry' } },
  ],
  entry(checkInvitation, forward, { perIp: 'codeEntry' }),
  [acceptInvitation.target, { perform: acceptInvitationCall, limits: { perIp: 'codeEntry' } }],
  entry(joinByInvitation, forward, { perIp: 'codeEntry' }),
  entry(listSessions, forward, { perIp: 'account' }),
  entry(endListedSession, forward, { perIp: 'account' }),
  [endSessionCall.target, { perform: endSession, signsOutDevice: true }],
])

/** The flows of InitiateAuth that a page may use. Each flow is an operation of its own. */
const FLOWS = new Map<unknown, GatewayOperation>([
  ['USER_PASSWORD_AUTH', { perform: signIn, limits: { perIp: 'signIn', perAccount: signInLimit } }],
  ['REFRESH_TOKEN_AUTH', { perform: refresh, limits: { perIp: 'account' } }],
])

/** Undefined for an operation that pages may not call. Throws for a flow that pages may not use. */
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
