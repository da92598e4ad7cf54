import {
  AdminAddUserToGroupCommand,
  DeleteUserCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { LAST_ADMIN_STAYS } from '@nashta/contracts/api/operator-roles'
import { afterEach, beforeEach, it } from 'vitest'
import { LOCAL, type LocalPool, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { adminOf } from './conformance/pool.fixture.ts'
import { expect } from './conformance/refusal.fixture.ts'
import { openSqlitePoolAdmin } from './sqlite-pool-admin.ts'

let local: LocalPool
let people: ReturnType<typeof peopleOf>
beforeEach(async () => {
  local = await openLocalPool()
  people = peopleOf(pool())
})
afterEach(() => local.close())

const pool = () => ({ ...LOCAL, ...local, mailsTo: (email: string) => local.mailbox.list(email), local })
const deleteUser = (AccessToken: string) => people.client.send(new DeleteUserCommand({ AccessToken }))
const newsTo = async (email: string) =>
  (await local.mailbox.list(email)).filter(({ subject }) => subject === 'The shop has a new administrator')

it('the last administrator cannot delete the account, and one of two can', async () => {
  const [asha, ravi] = [await people.signedIn(), await people.signedIn()]
  const { operators } = local.pool
  await operators.grant(asha.email)
  await expect(deleteUser(asha.AccessToken)).toBeRefusedWith(NotAuthorizedException, LAST_ADMIN_STAYS)
  await operators.grant(ravi.email)
  await deleteUser(asha.AccessToken)
  expect((await operators.list()).map(({ email }) => email)).toEqual([ravi.email])
})

it('two administrators who delete their accounts at the same time leave one administrator', async () => {
  const both = [await people.signedIn(), await people.signedIn()]
  for (const { email } of both) await local.pool.operators.grant(email)
  await Promise.allSettled(both.map(({ AccessToken }) => deleteUser(AccessToken)))
  expect(await local.pool.operators.list()).toHaveLength(1)
})

it('the desk cannot take the role from the last administrator, and the terminal can', async () => {
  const { email } = await people.signedIn()
  const { operators } = local.pool
  await operators.grant(email)
  await expect(operators.revoke(email)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
  expect(await operators.list()).toEqual([{ email, roles: ['admin'] }])
  const terminal = openSqlitePoolAdmin(local.dataFolder, () => local.clock.now)
  await terminal.revoke(email)
  await terminal.close()
  expect(await operators.list()).toEqual([])
})

it('all administrators get one mail about a new one, from the desk, the terminal and the SDK', async () => {
  const [first, second, third] = [await people.signedIn(), await people.signedIn(), await people.signedIn()]
  const terminal = openSqlitePoolAdmin(local.dataFolder, () => local.clock.now, {
    publicUrl: 'https://snacks.example',
  })
  await terminal.grant(first.email)
  await terminal.close()
  await local.pool.operators.grant(second.email)
  // A repeated grant and another role cause no mail.
  await local.pool.operators.grant(second.email)
  await local.pool.operators.grant(second.email, 'packer')
  await adminOf(pool()).send(
    new AdminAddUserToGroupCommand({
      UserPoolId: LOCAL.poolId,
      Username: third.email,
      GroupName: 'admin',
    }),
  )
  await expect.poll(() => newsTo(first.email), { timeout: 10_000 }).toHaveLength(3)
  await expect.poll(() => newsTo(third.email)).toHaveLength(1)
  expect(await newsTo(second.email)).toHaveLength(2)
  const [mail] = await local.mailbox.list(first.email)
  expect(mail?.text).toContain(`${third.email} is an administrator of the shop now`)
})
