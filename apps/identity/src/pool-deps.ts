import type { AppClients } from './clients/app-client.ts'
import type { FirstAdministratorStore } from './first-administrator/first-administrator-store.ts'
import type { WelcomeLink } from './first-administrator/welcome-link.ts'
import type { InvitationStore } from './invitations/invitation-store.ts'
import type { AttemptSubjectOf } from './limits/attempt-limits.ts'
import type { AttemptStore } from './limits/attempt-store.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import type { HashRecoveryCode, RandomBytes } from './second-factor/recovery-codes.ts'
import type { SecondFactorStore } from './second-factor/second-factor-store.ts'
import type { LogSecurityEvent } from './security-log.ts'
import type { SigningKeys } from './tokens/issue-tokens.ts'
import type { SessionStore } from './tokens/session-store.ts'
import type { HashCode } from './users/code.ts'
import type { GroupStore, UserStore } from './users/user-store.ts'

/** The dependencies of all operations; each operation picks those that it needs. */
export type PoolDeps = {
  poolId: string
  issuer: string
  clients: AppClients
  users: UserStore
  sessions: SessionStore
  groups: GroupStore
  secondFactors: SecondFactorStore
  firstAdministrator: FirstAdministratorStore
  welcomeLink: WelcomeLink
  invitations: InvitationStore
  attempts: AttemptStore
  keys: SigningKeys
  hasher: PasswordHasher
  policy: PasswordPolicy
  hashCode: HashCode
  hashRecoveryCode: HashRecoveryCode
  attemptSubjectOf: AttemptSubjectOf
  logEvent: LogSecurityEvent
  /** Six random digits. */
  newCode: () => string
  newId: () => string
  randomBytes: RandomBytes
  now: () => Date
  /** The origin of links in mails. */
  publicUrl: string
}
