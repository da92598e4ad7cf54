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
  | 'user deleted'
  | 'user disabled'
  | 'group changed'

export type NoteEvent = (event: SecurityEvent, subject: string, requestId: string) => void

/** The log shows which events belong to one account, but not whose account it is. */
export function createSecurityLog(logger: FastifyBaseLogger, key: Buffer): NoteEvent {
  return (event, subject, requestId) => {
    const account = createHmac('sha256', key).update(subject).digest('hex').slice(0, 16)
    logger.info({ part: 'user-pool', requestId }, `${event}: account ${account}`)
  }
}
