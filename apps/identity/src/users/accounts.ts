import { isOperator } from '@nashta/contracts/api/operator-roles'
import type { LogSecurityEvent } from '../security-log.ts'
import type { GroupStore, UserStore } from './user-store.ts'

type AccountsDeps = { users: UserStore; groups: GroupStore; logEvent: LogSecurityEvent }

/** What the shop needs to erase a shopper. Each function takes the sub of a user, who may be gone already. */
export function createAccounts({ users, groups, logEvent }: AccountsDeps) {
  return {
    isOperator: async (sub: string) => isOperator(await groups.groupsOf(sub)),
    /** Every e-mail address that the user has or had, in lower case. */
    async allEmailsOf(sub: string) {
      const user = await users.find(sub)
      return user ? [user.email.toLowerCase(), ...(await users.formerEmailsOf(sub))] : []
    },
    async delete(sub: string) {
      await users.delete(sub)
      // The shop deletes the user without a request to the pool, so there is no request id.
      logEvent('user deleted', sub, '')
    },
  }
}
