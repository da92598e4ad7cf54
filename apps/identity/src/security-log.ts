import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

type SecurityEvent =
  | 'signed in'
  | 'sign-in failed'
  | 'sign-in locked'
  | 'signed out'
  | 'signed up'
  | 'sign-up confirmed'
  | 'password changed'
  | 'password reset'
  | 'password change failed'
  | 'e-mail changed'
  | 'second factor verified'
  | 'second factor replaced'
  | 'second factor on'
  | 'second factor off'
  | 'second factor failed'
  | 'second factor locked'
  | 'recovery code used'
  | 'e-mail change undone'
  | 'user deleted'
  | 'user disabled'
  | 'group changed'
  | 'first administrator created'
  | 'invited operator joined'

export type LogSecurityEvent = (event: SecurityEvent, subject: string, requestId: string) => void

/** Logs a keyed hash instead of the subject: it groups the events of an account without naming the user. */
export function createSecurityLog(logger: FastifyBaseLogger, key: Buffer): LogSecurityEvent {
  return (event, subject, requestId) => {
    const account = createHmac('sha256', key).update(subject).digest('hex').slice(0, 16)
    logger.info({ part: 'user-pool', requestId }, `${event}: account ${account}`)
  }
}
