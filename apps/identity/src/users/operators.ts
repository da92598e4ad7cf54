import { OPERATOR_ROLES, type OperatorRole } from '@nashta/contracts/api/operator-roles'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { GroupStore, UserStore } from './user-store.ts'

type OperatorsDeps = { users: UserStore; groups: GroupStore }

/**
 * The users with a role at the desk. A role is a group of the pool. A user's tokens name a new role
 * after the next sign-in or refresh.
 */
export function createOperators({ users, groups }: OperatorsDeps) {
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

    /** Gives the role and returns the user's sub. The address must be verified. */
    async grant(email: string, role: OperatorRole = 'admin') {
      const { sub, confirmed, emailVerified } = await userOf(email)
      if (!confirmed) throw refusal(`The account with the address ${email} is not confirmed yet`)
      if (!emailVerified) throw refusal(`The address ${email} is not verified`)
      await groups.create(role)
      await groups.addMember(sub, role)
      return sub
    },

    /**
     * Takes the role away and returns the user's sub. Ends all sessions of the user, because tokens
     * that were issued before still name the role.
     */
    async revoke(email: string, role: OperatorRole = 'admin') {
      const { sub } = await userOf(email)
      await groups.removeMember(sub, role)
      await users.change(sub, { endSessions: 'all' })
      return sub
    },
  }
}

function refusal(message: string) {
  return new ServiceError('VALIDATION_FAILED', message)
}
