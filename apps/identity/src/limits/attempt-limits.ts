import { limitExceeded } from '../wire/refusals.ts'
import type { AttemptKind, AttemptStore } from './attempt-store.ts'

const HOUR_MS = 60 * 60 * 1000

/** Per account and hour. */
const MAX: Record<AttemptKind, number> = {
  'resend-code': 5,
  'confirm-sign-up': 15,
  'forgot-password': 5,
  'confirm-forgot-password': 15,
  'change-password': 5,
  'send-attribute-code': 5,
  'verify-attribute': 15,
}

export type LimitDeps = { attempts: AttemptStore; now: () => Date }

export async function countAttempt({ attempts, now }: LimitDeps, kind: AttemptKind, subject: string) {
  const at = now()
  const since = new Date(at.getTime() - HOUR_MS)
  if (!(await attempts.take({ kind, subject, at }, { max: MAX[kind], since }))) throw limitExceeded()
}
