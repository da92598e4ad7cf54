import { LAST_ADMIN_STAYS, OPERATOR_ROLES, type OperatorRole } from '@nashta/contracts/api/operator-roles'
import { ServiceError } from '@nashta/service-kit/service-error'
import { newMemberEntries, type NoticeDeps } from '../notices.ts'
import type { GroupStore, UserStore } from './user-store.ts'

type OperatorsDeps = NoticeDeps & { users: UserStore; groups: GroupStore }

/**
 * The users with a role at the desk. A role is a group of the pool. A user's tokens name a new role
 * after the next sign-in or refresh.
 */
export function createOperators(deps: OperatorsDeps) {
  const { users, groups } = deps
  async function userOf(email: string) {
    const user = await users.find(email)
    if (!user) throw refusal(`There is no account with the address ${email}`)
    return user
  }

  return {
    /** Sorted by address. */
    async list() {
      const rolesByEmail = new Map<string, OperatorRole[]>()
      for (const role of OPERATOR_ROLES) {
        for (const email of await groups.memberEmails(role))
          rolesByEmail.set(email, [...(rolesByEmail.get(email) ?? []), role])
      }
      const operators = Array.from(rolesByEmail, ([email, roles]) => ({ email, roles }))
      return operators.toSorted((a, b) => a.email.localeCompare(b.email, 'en'))
    },

    /**
     * Gives the role and returns the user's sub. The address must be verified. All administrators
     * get a mail about a new one.
     */
    async grant(email: string, role: OperatorRole = 'admin') {
      const user = await userOf(email)
      const { sub, confirmed, emailVerified } = user
      if (!confirmed) throw refusal(`The account with the address ${email} is not confirmed yet`)
      if (!emailVerified) throw refusal(`The address ${email} is not verified`)
      await groups.create(role)
      await groups.addMember(sub, role, await newMemberEntries(deps, user, role))
      return sub
    },

    /**
     * Takes the role away and returns the user's sub. Ends all sessions of the user, because tokens
     * that were issued before still name the role. Refuses to leave the shop without an
     * administrator, unless `mayBeLast` is set.
     */
    async revoke(email: string, role: OperatorRole = 'admin', { mayBeLast = false } = {}) {
      const { sub } = await userOf(email)
      if (role !== 'admin' || mayBeLast) await groups.removeMember(sub, role)
      else if (!(await groups.removeMemberUnlessLast(sub, role)))
        throw new ServiceError('LAST_ADMIN', LAST_ADMIN_STAYS)
      await users.change(sub, { endSessions: 'all' })
      return sub
    },
  }
}

function refusal(message: string) {
  return new ServiceError('VALIDATION_FAILED', message)
}
