import type { AppClients } from './clients/app-client.ts'
import type { HashCode } from './codes/code.ts'
import type { AttemptStore } from './limits/attempt-store.ts'
import type { SubjectOf } from './limits/attempt-subject.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import type { NoteEvent } from './security-log.ts'
import type { SessionStore } from './tokens/session-store.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'
import type { GroupStore } from './users/group-store.ts'
import type { UserStore } from './users/user-store.ts'

/** Everything the pool stands on; each operation picks what it needs. */
export type PoolDeps = {
  poolId: string
  issuer: string
  clients: AppClients
  users: UserStore
  sessions: SessionStore
  groups: GroupStore
  attempts: AttemptStore
  keys: SigningKeys
  hasher: PasswordHasher
  policy: PasswordPolicy
  hashCode: HashCode
  subjectOf: SubjectOf
  note: NoteEvent
  /** Six digits that nobody can foresee. */
  newCode: () => string
  newId: () => string
  now: () => Date
  /** Where links in mails lead. */
  publicUrl: string
}
