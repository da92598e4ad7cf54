import { createHmac } from 'node:crypto'
import { foldEmail, type User } from '../users/user.ts'

/** Whose attempts are counted: an account under whatever name it is called, or a name that has none. */
export type SubjectOf = (name: string, user: User | null) => string

/** Names without an account are strangers' addresses: kept as a keyed hash, for as long as they count. */
export function createSubjectOf(key: Buffer): SubjectOf {
  return (name, user) =>
    user?.sub ?? `name:${createHmac('sha256', key).update(foldEmail(name)).digest('hex')}`
}
