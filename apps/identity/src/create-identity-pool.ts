import { randomBytes } from 'node:crypto'
import * as contract from '@nashta/contracts/identity/identity-pool'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import * as z from 'zod/mini'
import { type IdentityDeps, loggedInSub } from './identity-pool/logged-in-sub.ts'
import { toEpochSeconds } from './tokens/issue-tokens.ts'
import { regionalId } from './wire/fields.ts'
import { defineOperation } from './wire/operation.ts'
import { notAuthorized, PoolError } from './wire/pool-error.ts'
import type { CheckSignature } from './wire/signature.ts'
import { createWireApp } from './wire/wire-app.ts'

export const IDENTITY_POOL_BASE = '/identity-pool'

type IdentityPoolDeps = ServiceOptions & IdentityDeps & { checkSignature: CheckSignature }

export function createIdentityPool(deps: IdentityPoolDeps) {
  return createWireApp({
    ...deps,
    base: IDENTITY_POOL_BASE,
    operations: [getId(deps), getCredentialsForIdentity(deps)],
  })
}

const CREDENTIALS_LIFETIME_SECONDS = 3600

/** Tokens by the name of the provider that issued them. */
const logins = z.optional(z.record(z.string(), z.string()))

function getId(deps: IdentityDeps) {
  const request = z.object({ IdentityPoolId: regionalId, Logins: logins })

  return defineOperation(contract.getId, request, async ({ IdentityPoolId, Logins }) => {
    if (IdentityPoolId !== deps.identityPoolId) {
      throw new PoolError('ResourceNotFoundException', `IdentityPool '${IdentityPoolId}' not found.`)
    }
    const sub = await loggedInSub(deps, Logins)
    return { IdentityId: sub === null ? deps.identityIds.newGuestId() : deps.identityIds.idOfUser(sub) }
  })
}

function getCredentialsForIdentity(deps: IdentityDeps) {
  const request = z.object({ IdentityId: regionalId, Logins: logins })

  return defineOperation(contract.getCredentialsForIdentity, request, async ({ IdentityId, Logins }) => {
    const sub = await loggedInSub(deps, Logins)
    if (sub === null && !deps.identityIds.isGuestId(IdentityId)) {
      throw new PoolError('ResourceNotFoundException', `Identity '${IdentityId}' not found.`)
    }
    if (sub !== null && deps.identityIds.idOfUser(sub) !== IdentityId) {
      throw notAuthorized(
        "Logins don't match. Please include at least one valid login for this identity or identity pool.",
      )
    }
    return { IdentityId, Credentials: newCredentials(deps.now()) }
  })
}

/**
 * AWS credentials for clients that expect some. They are not stored, and no part of the store
 * accepts them.
 */
function newCredentials(now: Date) {
  return {
    AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    SecretKey: randomBytes(30).toString('base64'),
    SessionToken: randomBytes(96).toString('base64'),
    Expiration: toEpochSeconds(now) + CREDENTIALS_LIFETIME_SECONDS,
  }
}
