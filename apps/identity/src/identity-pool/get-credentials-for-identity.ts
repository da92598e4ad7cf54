import { randomBytes } from 'node:crypto'
import { getCredentialsForIdentity as contract } from '@nashta/contracts/identity/identity-pool'
import * as z from 'zod/mini'
import { regionalId } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { PoolError } from '../wire/pool-error.ts'
import { notAuthorized } from '../wire/refusals.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { loggedInSub } from './logged-in-sub.ts'

const LIFETIME_SECONDS = 3600

const request = z.object({
  IdentityId: regionalId,
  Logins: z.optional(z.record(z.string(), z.string())),
})

export function getCredentialsForIdentity(deps: IdentityDeps) {
  return operation(contract, request, async ({ IdentityId, Logins }) => {
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

/** Well formed, kept nowhere and good for nothing: no part of the store takes them. */
function newCredentials(now: Date) {
  return {
    AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    SecretKey: randomBytes(30).toString('base64'),
    SessionToken: randomBytes(96).toString('base64'),
    Expiration: Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS,
  }
}
