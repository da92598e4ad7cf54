import type { CodeOutcome } from '../users/user-store.ts'
import { aliasTaken, codeExpired, codeMismatch, userNotFound } from '../wire/refusals.ts'

/**
 * A client that hides users says the same of a name that does not exist, of one that asked for no code and of a
 * wrong code. Only who shows the right code, too late, learns that it was.
 */
export function assertCodeUsed(outcome: CodeOutcome, { hidesUsers }: { hidesUsers: boolean }) {
  if (outcome === 'used') return
  if (outcome === 'email taken') throw aliasTaken()
  if (outcome === 'no such user') throw userNotFound()
  if (outcome === 'late' || (outcome === 'none' && !hidesUsers)) throw codeExpired()
  throw codeMismatch()
}
