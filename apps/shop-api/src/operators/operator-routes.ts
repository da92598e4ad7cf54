import { foldEmail } from '@nashta/contracts/account/checks'
import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import * as contract from '@nashta/contracts/operators/operators'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type AuthorshipDeps, authorshipOf, differences } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import type { Operators } from './operators.ts'

export type OperatorDeps = AuthorshipDeps & {
  /** Null when the user pool is in another process. Then the pool's own tools change the roles. */
  operators: Operators | null
  operatorLog: OperatorLog
}

export function operatorRoutes(deps: OperatorDeps): Route[] {
  const { operatorLog } = deps

  function requireOperators(): Operators {
    if (deps.operators) return deps.operators
    throw new ServiceError('ROLES_ELSEWHERE', 'The user pool is elsewhere: change its groups there')
  }

  async function listOperators() {
    const operators = requireOperators()
    const invitations = (await operators.invitations()).map(({ email, role, sentAt, expiresAt }) => ({
      email,
      role,
      sentAt: sentAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
    return { data: { operators: await operators.list(), invitations } }
  }

  /**
   * The user pool has a database of its own, so the change and its log entry are not one
   * transaction. The entry is added after the change, because the pool may refuse the change.
   */
  async function changeRole(caller: Caller, action: 'grant' | 'revoke', email: string, role: OperatorRole) {
    const operators = requireOperators()
    const before = await rolesOf(operators, email)
    await operators[action](email, role)
    const after = await rolesOf(operators, email)
    const changes = differences({ roles: before }, { roles: after })
    if (Object.keys(changes).length > 0) {
      const authorship = await authorshipOf(deps, caller)
      await operatorLog.append({ ...authorship, kind: 'operator', subject: email, action, changes })
    }
    return listOperators()
  }

  async function invitedRoleOf(email: string) {
    const foldedEmail = foldEmail(email)
    const found = (await requireOperators().invitations()).find(
      (each) => foldEmail(each.email) === foldedEmail,
    )
    return found ? { invitedAs: found.role } : {}
  }

  /** The log has an entry for each mail that was sent, also for one that was sent again. */
  async function changeInvitation(caller: Caller, email: string, role: OperatorRole | null) {
    const operators = requireOperators()
    const before = await invitedRoleOf(email)
    if (role !== null) await operators.invite(email, role, caller.sub)
    else if (!(await operators.withdrawInvitation(email))) return listOperators()
    const changes = differences(before, role === null ? {} : { invitedAs: role })
    const authorship = await authorshipOf(deps, caller)
    const action = role === null ? 'withdraw' : 'invite'
    await operatorLog.append({ ...authorship, kind: 'operator', subject: email, action, changes })
    return listOperators()
  }

  return [
    route(contract.listOperators, listOperators),
    route(contract.grantRole, ({ caller, body: { email, role } }) =>
      changeRole(caller, 'grant', email, role),
    ),
    route(contract.revokeRole, async ({ caller, params: { email, role } }) => {
      const ownEmail = await deps.emailOf(caller)
      if (role === 'admin' && ownEmail?.toLowerCase() === email.toLowerCase())
        throw new ServiceError('VALIDATION_FAILED', 'Another admin must take this role from you')
      return changeRole(caller, 'revoke', email, role)
    }),
    route(contract.inviteOperator, ({ caller, body: { email, role } }) =>
      changeInvitation(caller, email, role),
    ),
    route(contract.withdrawInvitation, ({ caller, params: { email } }) =>
      changeInvitation(caller, email, null),
    ),
  ]
}

async function rolesOf(operators: Operators, email: string) {
  const found = (await operators.list()).find((each) => each.email.toLowerCase() === email.toLowerCase())
  return found?.roles ?? []
}
