import type { Access } from '@nashta/contracts/api/endpoint'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../http/service-error.ts'

/** The user of a valid access token. Carts, orders and other data are stored under `sub`. */
export type Caller = { sub: string; username: string; groups: readonly string[] }

/** Resolves to null for an invalid token. */
export type VerifyToken = (token: string) => Promise<Caller | null>

export type Authorise = (access: Exclude<Access, 'public'>, request: FastifyRequest) => Promise<Caller>

export const ADMIN_GROUP = 'admin'
const BEARER_SCHEME = /^Bearer /i

export function createAuthorise(verifyToken: VerifyToken): Authorise {
  return async function authorise(access, request) {
    const token = bearerToken(request)
    const caller = token === null ? null : await verifyToken(token)
    if (!caller) throw new ServiceError('UNAUTHENTICATED', 'Please sign in')
    if (!isAllowed(access, caller, request))
      throw new ServiceError('FORBIDDEN', 'This is not yours to see or change')
    return caller
  }
}

function isAllowed(access: Exclude<Access, 'public'>, caller: Caller, request: FastifyRequest) {
  if (access === 'admin') return caller.groups.includes(ADMIN_GROUP)
  // The use case checks that the resource belongs to the caller.
  if (access === 'owner') return true
  const { userId }: { userId?: unknown } = Object(request.params)
  return userId !== undefined && (userId === caller.sub || userId === caller.username)
}

function bearerToken({ headers: { authorization } }: FastifyRequest) {
  return authorization && BEARER_SCHEME.test(authorization) ? authorization.slice('Bearer '.length) : null
}
