import {
  IDENTITY_GATEWAY_BASE,
  REFRESH_COOKIE,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from '@nashta/contracts/identity/identity-gateway'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type RefreshSession = {
  /** The `username` claim of the access token, in our pool the sub. The SECRET_HASH of a refresh needs it. */
  username: string
  /** The refresh token. */
  token: string
  /** The id of the session: the `origin_jti` claim of the access token, if it has one. */
  id: string | undefined
  /** Whether the cookie outlives the browser session. */
  persistent: boolean
}

/**
 * `username~id.persistent.token`. The user name is in base64url, `~id` may be absent, `persistent`
 * is 1 or 0, and the token may have dots.
 */
const COOKIE_VALUE = /^([\w-]+)(?:~([\w-]{1,100}))?\.([01])\.([\w=.-]+)$/

export function readRefreshCookie({ cookies }: FastifyRequest): RefreshSession | null {
  const [, encodedName, id, persistent, token] = COOKIE_VALUE.exec(cookies[REFRESH_COOKIE] ?? '') ?? []
  if (encodedName === undefined || token === undefined) return null
  return {
    username: Buffer.from(encodedName, 'base64url').toString(),
    token,
    id,
    persistent: persistent === '1',
  }
}

export function setRefreshCookie(
  reply: FastifyReply,
  { username, token, id, persistent }: RefreshSession,
  { https }: { https: boolean },
) {
  const idPart = id === undefined ? '' : `~${id}`
  const value = `${Buffer.from(username).toString('base64url')}${idPart}.${Number(persistent)}.${token}`
  reply.setCookie(REFRESH_COOKIE, value, {
    ...cookieAttributes(https),
    ...(persistent && { maxAge: REFRESH_TOKEN_LIFETIME_SECONDS }),
  })
}

export function clearRefreshCookie(reply: FastifyReply, { https }: { https: boolean }) {
  reply.clearCookie(REFRESH_COOKIE, cookieAttributes(https))
}

/** A cookie with these attributes is sent to the gateway only, and no script can read it. */
export function cookieAttributes(https: boolean) {
  return { path: IDENTITY_GATEWAY_BASE, httpOnly: true, sameSite: 'strict', secure: https } as const
}
