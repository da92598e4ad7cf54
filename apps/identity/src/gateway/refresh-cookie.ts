import {
  IDENTITY_GATEWAY_BASE,
  REFRESH_COOKIE,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from '@nashta/contracts/identity/identity-gateway'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type RefreshSession = {
  /** The secret hash of a refresh covers this name, which the refresh token does not contain. */
  username: string
  token: string
}

export function readRefreshCookie({ cookies }: FastifyRequest): RefreshSession | null {
  const [, name, token] = /^([\w-]+)\.([\w=.-]+)$/.exec(cookies[REFRESH_COOKIE] ?? '') ?? []
  if (name === undefined || token === undefined) return null
  return { username: Buffer.from(name, 'base64url').toString(), token }
}

export function setRefreshCookie(
  reply: FastifyReply,
  { username, token }: RefreshSession,
  { https, remembered }: { https: boolean; remembered: boolean },
) {
  const value = `${Buffer.from(username).toString('base64url')}.${token}`
  reply.setCookie(REFRESH_COOKIE, value, {
    ...attributes(https),
    ...(remembered && { maxAge: REFRESH_TOKEN_LIFETIME_SECONDS }),
  })
}

export function clearRefreshCookie(reply: FastifyReply, { https }: { https: boolean }) {
  reply.clearCookie(REFRESH_COOKIE, attributes(https))
}

function attributes(https: boolean) {
  return { path: IDENTITY_GATEWAY_BASE, httpOnly: true, sameSite: 'strict', secure: https } as const
}
