import { randomBytes } from 'node:crypto'
import * as contract from '@nashta/contracts/identity/identity-pool'
import * as z from 'zod/mini'
import { regionalId } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { notAuthorized, PoolError } from '../wire/pool-error.ts'
import { type IdentityDeps, loggedInSub } from './logged-in-sub.ts'

const LIFETIME_SECONDS = 3600

const Logins = z.optional(z.record(z.string(), z.string()))

export function getId(deps: IdentityDeps) {
  const request = z.object({ IdentityPoolId: regionalId, Logins })

  return operation(contract.getId, request, async ({ IdentityPoolId, Logins }) => {
    if (IdentityPoolId !== deps.identityPoolId) {
      throw new PoolError('ResourceNotFoundException', `IdentityPool '${IdentityPoolId}' not found.`)
    }
    const sub = await loggedInSub(deps, Logins)
    return { IdentityId: sub === null ? deps.ids.guest() : deps.ids.ofUser(sub) }
  })
}

export function getCredentialsForIdentity(deps: IdentityDeps) {
  const request = z.object({ IdentityId: regionalId, Logins })

  return operation(contract.getCredentialsForIdentity, request, async ({ IdentityId, Logins }) => {
    const sub = await loggedInSub(deps, Logins)
    if (sub === null && !deps.ids.isGuest(IdentityId)) {
      throw new PoolError('ResourceNotFoundException', `Identity '${IdentityId}' not found.`)
    }
    if (sub !== null && deps.ids.ofUser(sub) !== IdentityId) {
      throw notAuthorized(
        "Logins don't match. Please include at least one valid login for this identity or identity pool.",
      )
    }
    return { IdentityId, Credentials: newCredentials(deps.now()) }
  })
}

/** Well formed but never stored: no part of the store accepts these credentials. */
function newCredentials(now: Date) {
  return {
    AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    SecretKey: randomBytes(30).toString('base64'),
    SessionToken: randomBytes(96).toString('base64'),
    Expiration: Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS,
  }
}
