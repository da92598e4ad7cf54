import type { Access } from '@nashta/contracts/api/endpoint'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../http/service-error.ts'

/** Whoever a valid access token speaks for. `sub` is the key of everything a shopper owns. */
export type Caller = { sub: string; username: string; groups: readonly string[] }

/** Null for a token that is not valid now, for whatever reason. */
export type VerifyToken = (token: string) => Promise<Caller | null>

export type Authorise = (access: Exclude<Access, 'public'>, request: FastifyRequest) => Promise<Caller>

export const ADMIN_GROUP = 'admin'
const SCHEME = /^Bearer /i

export function createAuthorise(verifyToken: VerifyToken): Authorise {
  return async function authorise(access, request) {
    const token = bearerToken(request)
    const caller = token === null ? null : await verifyToken(token)
    if (!caller) throw new ServiceError('UNAUTHENTICATED', 'Please sign in')
    if (!mayPass(access, caller, request))
      throw new ServiceError('FORBIDDEN', 'This is not yours to see or change')
    return caller
  }
}

function mayPass(access: Exclude<Access, 'public'>, caller: Caller, request: FastifyRequest) {
  if (access === 'admin') return caller.groups.includes(ADMIN_GROUP)
  if (access === 'owner') return true
  const { userId } = request.params as { userId?: string }
  return userId !== undefined && (userId === caller.sub || userId === caller.username)
}

/** Whether it is a token at all is for the verifier to say. */
function bearerToken({ headers: { authorization } }: FastifyRequest) {
  return authorization && SCHEME.test(authorization) ? authorization.slice('Bearer '.length) : null
}
