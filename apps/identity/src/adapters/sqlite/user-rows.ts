import { foldEmail } from '@nashta/contracts/account/checks'
import type { Database } from '@nashta/sqlite/database'
import type { User } from '../../users/user.ts'

type UserRow = Record<'sub' | 'email' | 'passwordHash' | 'attributes', string> &
  Record<'emailVerified' | 'confirmed' | 'enabled' | 'contested', number> &
  Record<'pendingEmail' | 'signUpDevice' | 'termsVersion', string | null>

/** Reads users from their table. */
export function createUserRows({ prepare }: Pick<Database, 'prepare'>) {
  const selectBySub = prepare<UserRow>('SELECT * FROM users WHERE sub = ?')
  const selectByEmail = prepare<UserRow>('SELECT * FROM users WHERE foldedEmail = ?')
  const toUserOrNull = (row: UserRow | undefined) => (row ? toUser(row) : null)
  return {
    findBySub: (sub: string) => toUserOrNull(selectBySub.get(sub)),
    findByEmail: (email: string) => toUserOrNull(selectByEmail.get(foldEmail(email))),
  }
}

function toUser(row: UserRow): User {
  const { sub, email, pendingEmail, passwordHash, signUpDevice, termsVersion } = row
  return {
    sub,
    email,
    emailVerified: row.emailVerified === 1,
    pendingEmail,
    confirmed: row.confirmed === 1,
    enabled: row.enabled === 1,
    passwordHash,
    signUpDevice,
    contested: row.contested === 1,
    termsVersion,
    attributes: JSON.parse(row.attributes),
  }
}
