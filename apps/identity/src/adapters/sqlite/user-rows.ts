import type { SQLOutputValue } from 'node:sqlite'
import type { KeptCode } from '../../codes/code.ts'
import type { User } from '../../users/user.ts'

type UserRow = Record<'sub' | 'email' | 'passwordHash' | 'attributes', string> &
  Record<'emailVerified' | 'confirmed' | 'enabled', number> &
  Record<'pendingEmail' | 'termsVersion', string | null>

export function toUser(row: Record<string, SQLOutputValue>): User {
  const { sub, email, pendingEmail, passwordHash, termsVersion, ...rest } = row as UserRow
  return {
    sub,
    email,
    emailVerified: rest.emailVerified === 1,
    pendingEmail,
    confirmed: rest.confirmed === 1,
    enabled: rest.enabled === 1,
    passwordHash,
    termsVersion,
    attributes: JSON.parse(rest.attributes) as Record<string, string>,
  }
}

type CodeRow = { hash: string; expiresAt: string; tries: number; used: number }

export function toKeptCode(row: Record<string, SQLOutputValue>): KeptCode {
  const { hash, expiresAt, tries, used } = row as CodeRow
  return { hash, expiresAt: new Date(expiresAt), tries, used: used === 1 }
}
