import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { inviteOperator, listOperators } from '@nashta/contracts/operators/operators'
import { ServiceError } from '@nashta/service-kit/service-error'
import { afterEach, expect, it } from 'vitest'
import { loggedChanges } from '../operator-log/operator-log.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => test.close())

/** A user pool in memory. `apps/store/src/operators.slow.test.ts` tests with the real user pool. */
function poolWith(accounts: string[]) {
  const roles = new Map<string, OperatorRole[]>()
  const invited = new Map<string, OperatorRole>()
  return {
    list: async () => Array.from(roles, ([email, granted]) => ({ email, roles: granted })),
    async grant(email: string, role: OperatorRole) {
      if (!accounts.includes(email)) throw new ServiceError('VALIDATION_FAILED', 'There is no such account')
      roles.set(email, [...new Set([...(roles.get(email) ?? []), role])])
    },
    async revoke(email: string, role: OperatorRole) {
      roles.set(
        email,
        (roles.get(email) ?? []).filter((each) => each !== role),
      )
    },
    invitations: async () =>
      Array.from(invited, ([email, role]) => ({ email, role, sentAt: new Date(0), expiresAt: new Date(1) })),
    invite: async (email: string, role: OperatorRole) => invited.set(email, role),
    withdrawInvitation: async (email: string) => invited.delete(email),
  }
}

/**
 * Opens a shop with this user pool; null means that the pool is in another process. Returns a
 * function that calls the endpoints for operators as an admin.
 */
async function openShop(operators: ReturnType<typeof poolWith> | null) {
  test = await openTestShop({ operators })
  return (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) =>
    test.call('boss', method, `/admin/operators${path}`, body)
}

it('an admin grants and revokes a role, and both changes are logged', async () => {
  const call = await openShop(poolWith(['asha@example.in']))
  const {
    status,
    headers: _headers,
    ...body
  } = await call('POST', '', {
    email: 'asha@example.in',
    role: 'packer',
  })
  expect(status).toBe(200)
  const operators = [{ email: 'asha@example.in', roles: ['packer'] }]
  expect(parseExactly(listOperators.reply, body)).toEqual({ data: { operators, invitations: [] } })
  expect(await call('GET')).toMatchObject({ data: { operators } })
  expect((await call('DELETE', '/asha@example.in/packer')).status).toBe(200)

  expect(await loggedChanges(test.shop.operatorLog, 'operator', 'asha@example.in')).toMatchObject([
    { action: 'grant', by: { sub: 'boss' }, changes: { roles: { from: [], to: ['packer'] } } },
    { action: 'revoke', changes: { roles: { from: ['packer'], to: [] } } },
  ])
})

it('an unknown account or role is refused, and nothing is logged', async () => {
  const call = await openShop(poolWith([]))
  expect(await call('POST', '', { email: 'nobody@example.in', role: 'packer' })).toMatchObject({
    status: 400,
    message: 'There is no such account',
  })
  expect(await call('POST', '', { email: 'nobody@example.in', role: 'baker' })).toMatchObject({
    status: 400,
    message: 'body.role: A role is one of admin, manager, packer, shipper, accountant',
  })
  expect(await test.shop.operatorLog.list({}, { limit: 1 })).toEqual([])
})

it('admins cannot take the admin role from themselves', async () => {
  const call = await openShop(poolWith(['boss@example.in']))
  // The address is compared without regard to case.
  expect(await call('DELETE', '/BOSS@example.in/admin')).toMatchObject({
    status: 400,
    message: 'Another admin must take this role from you',
  })
})

it('an admin invites an address, again with another role, and withdraws it, and each step is logged', async () => {
  const call = await openShop(poolWith([]))
  const invite = (role: string) => call('POST', '/invitations', { email: 'ravi@example.in', role })
  const { status: _status, headers: _headers, ...body } = await invite('packer')
  const times = { sentAt: '1970-01-01T00:00:00.000Z', expiresAt: '1970-01-01T00:00:00.001Z' }
  expect(parseExactly(inviteOperator.reply, body)).toEqual({
    data: { operators: [], invitations: [{ email: 'ravi@example.in', role: 'packer', ...times }] },
  })
  await invite('shipper')
  for (let time = 0; time < 2; time += 1)
    expect(await call('DELETE', '/invitations/ravi@example.in')).toMatchObject({ data: { invitations: [] } })

  expect(await loggedChanges(test.shop.operatorLog, 'operator', 'ravi@example.in')).toMatchObject([
    { action: 'invite', by: { sub: 'boss' }, changes: { invitedAs: { from: null, to: 'packer' } } },
    { action: 'invite', changes: { invitedAs: { from: 'packer', to: 'shipper' } } },
    { action: 'withdraw', changes: { invitedAs: { from: 'shipper', to: null } } },
  ])
})

it('nobody but an administrator invites people, whatever the role', async () => {
  await openShop(poolWith([]))
  for (const role of ['manager', 'packer', 'shipper', 'accountant']) {
    await test.tokenFor(role, [role])
    for (const wanted of ['admin', 'packer'])
      expect(
        await test.call(role, 'POST', '/admin/operators/invitations', {
          email: 'eve@example.in',
          role: wanted,
        }),
      ).toMatchObject({ status: 403 })
  }
  expect(await test.shop.operatorLog.list({}, { limit: 1 })).toEqual([])
})

it('the endpoints for operators fail when the user pool is in another process', async () => {
  const call = await openShop(null)
  expect(await call('GET')).toMatchObject({
    status: 409,
    code: 'ROLES_ELSEWHERE',
    message: 'The user pool is elsewhere: change its groups there',
  })
})
