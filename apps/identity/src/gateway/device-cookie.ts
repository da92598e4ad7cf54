import { DEVICE_COOKIE } from '@nashta/contracts/identity/identity-gateway'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readDeviceToken } from '../devices/device-token.ts'
import { cookieAttributes } from './refresh-cookie.ts'

/** Browsers keep no cookie for longer than 400 days. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60

/** Null without a cookie, and for a cookie that is not a device token. */
export function readDeviceCookie({ cookies }: FastifyRequest): string | null {
  return readDeviceToken(cookies[DEVICE_COOKIE])
}

export function setDeviceCookie(reply: FastifyReply, token: string, { https }: { https: boolean }) {
  reply.setCookie(DEVICE_COOKIE, token, { ...cookieAttributes(https), maxAge: LIFETIME_SECONDS })
}
