import { createHash } from 'node:crypto'
import type { User } from './user.ts'

export function aUser(changes: Partial<User> = {}): User {
  return {
    sub: '00000000-0000-4000-8000-000000000001',
    email: 'asha@example.com',
    emailVerified: false,
    pendingEmail: null,
    confirmed: false,
    enabled: true,
    passwordHash: 'first hash',
    signUpDevice: null,
    contested: false,
    termsVersion: '2026-01-01',
    attributes: { given_name: 'Asha', gender: 'female' },
    ...changes,
  }
}

export function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
