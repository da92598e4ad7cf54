import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCAL, type LocalPool, openLocalPool } from './conformance/local-pool.fixture.ts'
import { claimsOf, peopleOf } from './conformance/people.fixture.ts'
import { secondFactorOf } from './conformance/second-factor.fixture.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/admin.ts')
/** A running pool checks this often whether its keys were rotated. */
const KEY_CHECK_MS = 1000

const USAGE =
  'usage: npm run admin -- grant EMAIL [ROLE] | revoke EMAIL [ROLE] | second-factor-off EMAIL | list | rotate-keys [--now] | demo-orders [COUNT] [--yes] | export NAME FILE | import products FILE [--yes]'

const NO_OPERATOR = 'There is no operator yet\n'

let local: LocalPool
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  local = await openLocalPool()
  people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
})
afterAll(() => local.close())

/** Runs `npm run admin` in another process, while the pool runs in this one. */
function runAdmin(parameters: string[], dataFolder = local.dataFolder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...parameters], {
    env: bareEnvironment({ DATA_DIR: dataFolder }),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('npm run admin grants, lists and revokes a role, and signs a former admin out', async () => {
  const { email, sub, AccessToken, RefreshToken } = await people.signedIn()
  expect(runAdmin(['list'])).toEqual({ status: 0, stdout: NO_OPERATOR, stderr: '' })
  // The address may be written in capitals, and a second grant is harmless.
  expect(runAdmin(['grant', email.toUpperCase()])).toMatchObject({ status: 0, stderr: '' })
  expect(runAdmin(['grant', email])).toMatchObject({
    status: 0,
    stdout: `${email} (${sub}) has the role admin from the next sign-in on\n`,
  })
  expect(runAdmin(['list']).stdout).toBe(`${email} admin\n`)

  const fresh = await people.refresh(RefreshToken)
  expect(claimsOf(fresh.AccessToken)['cognito:groups']).toEqual(['admin'])

  expect(runAdmin(['revoke', email])).toMatchObject({ status: 0, stderr: '' })
  for (const token of [AccessToken, fresh.AccessToken]) {
    await expect(people.client.send(new GetUserCommand({ AccessToken: token }))).rejects.toThrow(
      'Access Token has been revoked',
    )
  }
  expect(claimsOf((await people.signIn(email)).AccessToken)).not.toHaveProperty('cognito:groups')
  expect(runAdmin(['list']).stdout).toBe(NO_OPERATOR)
})

it('npm run admin grants and revokes one role of several', async () => {
  const { email, RefreshToken } = await people.signedIn()
  for (const role of ['packer', 'accountant']) {
    expect(runAdmin(['grant', email, role]).status).toBe(0)
  }
  expect(runAdmin(['list']).stdout).toBe(`${email} packer, accountant\n`)
  const { AccessToken } = await people.refresh(RefreshToken)
  expect(claimsOf(AccessToken)['cognito:groups']).toEqual(['accountant', 'packer'])

  expect(runAdmin(['revoke', email, 'packer'])).toEqual({
    status: 0,
    stdout: `${email} no longer has the role packer and was signed out\n`,
    stderr: '',
  })
  expect(runAdmin(['list']).stdout).toBe(`${email} accountant\n`)
  // The tests share one pool, so this one leaves no operator behind.
  runAdmin(['revoke', email, 'accountant'])
})

it('npm run admin turns off the second factor of a user who lost the phone', async () => {
  const pool = { ...LOCAL, ...local, mailsTo: (address: string) => local.mailbox.list(address), local }
  const factor = secondFactorOf(pool)
  const { email, AccessToken } = await factor.protectedUser()
  expect(runAdmin(['second-factor-off', email])).toMatchObject({ status: 0, stderr: '' })
  expect((await factor.challenge(email)).ChallengeName).toBeUndefined()
  await expect(people.client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow(
    'Access Token has been revoked',
  )
})

it('npm run admin rotates the keys while the pool runs, and old and new tokens are valid', async () => {
  const { email, AccessToken: old } = await people.signedIn()
  expect(runAdmin(['rotate-keys'])).toMatchObject({ status: 0, stderr: '' })
  local.advance(KEY_CHECK_MS)
  const { AccessToken: fresh } = await people.signIn(email)

  const verifier = CognitoJwtVerifier.create({
    userPoolId: LOCAL.poolId,
    tokenUse: 'access',
    clientId: LOCAL.clients.C0.id,
  })
  const jwks = await (await fetch(`${local.endpoint}/${LOCAL.poolId}/.well-known/jwks.json`)).json()
  verifier.cacheJwks(jwks as Parameters<typeof verifier.cacheJwks>[0])
  // The header of a token names its key.
  const headers = [old, fresh].map((token) => token.split('.')[0])
  expect(new Set(headers).size).toBe(2)
  for (const AccessToken of [old, fresh]) {
    await people.client.send(new GetUserCommand({ AccessToken }))
    expect(await verifier.verify(AccessToken)).toHaveProperty('sub')
  }
})

it('npm run admin grants no role to an account whose address is not confirmed', async () => {
  // A stranger may have signed up with the address of a future admin.
  const { email } = await people.signedUp()
  expect(runAdmin(['grant', email])).toEqual({
    status: 1,
    stdout: '',
    stderr: `The account with the address ${email} is not confirmed yet\n`,
  })
})

it('a key rotation with --now ends old tokens, and sessions get new ones', async () => {
  const { AccessToken: old, RefreshToken } = await people.signedIn()
  expect(runAdmin(['rotate-keys', '--now'])).toMatchObject({ status: 0, stderr: '' })
  local.advance(KEY_CHECK_MS)
  await expect(people.client.send(new GetUserCommand({ AccessToken: old }))).rejects.toThrow(
    'Could not verify signature for Access Token',
  )
  const { AccessToken } = await people.refresh(RefreshToken)
  await people.client.send(new GetUserCommand({ AccessToken }))
})

it.each([
  [['grant', 'nobody@example.com'], 'There is no account with the address nobody@example.com\n'],
  [['revoke', 'nobody@example.com'], 'There is no account with the address nobody@example.com\n'],
  [
    ['grant', 'asha@example.com', 'baker'],
    `There is no role baker, only admin, manager, packer, shipper, accountant; ${USAGE}\n`,
  ],
  [['demo-orders', 'abc'], 'COUNT must be a whole number above 0\n'],
  [
    ['export', 'people', 'x.csv'],
    'There is no file people, only products, orders, order-lines, stock, stock-value, offers, customers, bills, log\n',
  ],
  [['import', 'orders', 'x.csv'], 'Only products can be imported\n'],
  [['grant'], `Nothing done; ${USAGE}\n`],
  [['list', 'x'], `Nothing done; ${USAGE}\n`],
  // A property of every object, but no command.
  [['toString'], `Nothing done; ${USAGE}\n`],
])('npm run admin %s fails with a one-line reason', (parameters, stderr) => {
  expect(runAdmin(parameters)).toEqual({ status: 1, stdout: '', stderr })
})

it('npm run admin reports a folder without a pool', () => {
  const empty = mkdtempSync(join(tmpdir(), 'nashta-empty-'))
  expect(runAdmin(['list'], empty)).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no user pool in ${empty}: start the store once, or set DATA_DIR\n`,
  })
  rmSync(empty, { recursive: true })
})
