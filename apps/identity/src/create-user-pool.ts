import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance } from 'fastify'
import { addressToCount } from './limits/gateway-proof.ts'
import { createNetworkLimits } from './limits/network-limits.ts'
import {
  adminAddUserToGroup,
  adminDeleteUser,
  adminDisableUser,
  adminGetUser,
  adminRemoveUserFromGroup,
  adminSetUserMfaPreference,
  createGroup,
  listUsersInGroup,
} from './operations/admin-operations.ts'
import { changePassword } from './operations/change-password.ts'
import { confirmSignUp, resendConfirmationCode } from './operations/confirm-sign-up.ts'
import { deleteUser, getUser, globalSignOut } from './operations/current-user.ts'
import { checkWelcomeLink, createFirstAdministrator } from './operations/first-administrator.ts'
import { confirmForgotPassword, forgotPassword } from './operations/forgot-password.ts'
import { initiateAuth } from './operations/initiate-auth.ts'
import { acceptInvitation, checkInvitation, joinByInvitation } from './operations/invitations.ts'
import { respondToAuthChallenge } from './operations/respond-to-auth-challenge.ts'
import { revokeToken } from './operations/revoke-token.ts'
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from './operations/second-factor-operations.ts'
import { endListedSession, listSessions } from './operations/session-operations.ts'
import { signUp } from './operations/sign-up.ts'
import { undoEmailChange } from './operations/undo-email-change.ts'
import { updateUserAttributes } from './operations/update-user-attributes.ts'
import { getUserAttributeVerificationCode, verifyUserAttribute } from './operations/verify-user-attribute.ts'
import type { PoolDeps } from './pool-deps.ts'
import { poolNotFound } from './wire/pool-error.ts'
import type { CheckSignature } from './wire/signature.ts'
import { createWireApp } from './wire/wire-app.ts'

export const USER_POOL_BASE = '/user-pool'

type UserPoolDeps = ServiceOptions &
  PoolDeps & {
    checkSignature: CheckSignature
    /** The secret of the store's app client. The gateway's calls carry a proof made with it. */
    gatewaySecret: string
    /** Multiplies the rate limits per network address. */
    rateLimitScale: number
  }

const OPERATION_FACTORIES = [
  signUp,
  confirmSignUp,
  resendConfirmationCode,
  initiateAuth,
  respondToAuthChallenge,
  getUser,
  updateUserAttributes,
  getUserAttributeVerificationCode,
  verifyUserAttribute,
  undoEmailChange,
  changePassword,
  forgotPassword,
  confirmForgotPassword,
  globalSignOut,
  revokeToken,
  deleteUser,
  associateSoftwareToken,
  verifySoftwareToken,
  setUserMfaPreference,
  listSessions,
  endListedSession,
  checkWelcomeLink,
  createFirstAdministrator,
  checkInvitation,
  acceptInvitation,
  joinByInvitation,
  createGroup,
  adminAddUserToGroup,
  adminRemoveUserFromGroup,
  listUsersInGroup,
  adminGetUser,
  adminDeleteUser,
  adminDisableUser,
  adminSetUserMfaPreference,
]

export function createUserPool(deps: UserPoolDeps): FastifyInstance {
  const assertWithinNetworkLimits = createNetworkLimits({ scale: deps.rateLimitScale, now: deps.now })
  return createWireApp({
    ...deps,
    base: USER_POOL_BASE,
    operations: OPERATION_FACTORIES.map((createOperation) => createOperation(deps)),
    assertWithinLimits(request, target, body) {
      // The address is null if the gateway has already counted the call.
      const address = addressToCount(request, deps.gatewaySecret)
      if (address !== null) assertWithinNetworkLimits(address, target, body)
    },
    addRoutes: (scope) => addKeyRoutes(scope, deps),
  })
}

/** Adds Cognito's routes for the pool's public keys, which verifiers of tokens load. */
function addKeyRoutes(scope: FastifyInstance, { poolId, issuer, keys }: PoolDeps) {
  const documents = {
    'jwks.json': () => keys.publicKeySet(),
    // Has the members of Cognito's document, although this pool has no OAuth endpoints.
    'openid-configuration': () => ({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'token'],
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      subject_types_supported: ['public'],
    }),
  }
  for (const [name, createDocument] of Object.entries(documents)) {
    scope.get<{ Params: { poolId: string } }>(`/:poolId/.well-known/${name}`, async ({ params }, reply) => {
      if (params.poolId !== poolId) throw poolNotFound(params.poolId, 404)
      return reply.send(createDocument())
    })
  }
}
