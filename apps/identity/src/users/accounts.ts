import { isOperator } from '@nashta/contracts/api/operator-roles'
import type { LogSecurityEvent } from '../security-log.ts'
import type { GroupStore, UserStore } from './user-store.ts'

type AccountsDeps = { users: UserStore; groups: GroupStore; logEvent: LogSecurityEvent }

/** Reads and deletes accounts for the shop. A sub without a user causes no error. */
export function createAccounts({ users, groups, logEvent }: AccountsDeps) {
  return {
    hasUser: async (sub: string) => (await users.findEmail(sub)) !== null,
    async ownerOf(email: string) {
      const user = await users.find(email)
      return user?.emailVerified ? user.sub : null
    },
    emailOf: (sub: string) => users.findVerifiedEmail(sub),
    isLastAdmin: (sub: string) => groups.isLastMember(sub, 'admin'),
    isOperator: async (sub: string) => isOperator(await groups.groupsOf(sub)),
    /** The user's e-mail address and the former ones (see `formerEmailsOf`), in lower case. */
    async allEmailsOf(sub: string) {
      const user = await users.find(sub)
      return user ? [user.email.toLowerCase(), ...(await users.formerEmailsOf(sub))] : []
    },
    async delete(sub: string) {
      // The shop deletes the user without a request to the pool, so there is no request id.
      if ((await users.delete(sub)) === 'deleted') logEvent('user deleted', sub, '')
    },
  }
}
