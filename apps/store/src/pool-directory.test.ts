import { AdminDeleteUserCommand, DeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { LOCAL, type LocalPool, openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { peopleOf } from '@nashta/identity/conformance/people.fixture'
import { adminConfigOf, adminOf } from '@nashta/identity/conformance/pool.fixture'
import { createCognitoDirectory } from '@nashta/shop-api/adapters/cognito/pool-directory'
import { afterEach, beforeEach, expect, it } from 'vitest'

let local: LocalPool
beforeEach(async () => {
  local = await openLocalPool()
})
afterEach(() => local.close())

const pool = () => ({ ...LOCAL, ...local, mailsTo: (email: string) => local.mailbox.list(email), local })

/** The pool's own directory, and the directory that asks the pool as it asks Cognito. */
const directories = () => [
  local.pool.accounts,
  createCognitoDirectory({ ...adminConfigOf(pool()), poolId: LOCAL.poolId }),
]

it('a user is in the pool until the user or the keys of the pool delete it', async () => {
  const people = peopleOf(pool())
  const [asha, ravi] = [await people.signedIn(), await people.signedIn()]
  for (const directory of directories()) {
    expect(await directory.hasUser(asha.sub)).toBe(true)
    expect(await directory.ownerOf(asha.email.toUpperCase())).toBe(asha.sub)
    expect(await directory.emailOf(asha.sub)).toBe(asha.email)
  }
  await adminOf(pool()).send(new AdminDeleteUserCommand({ UserPoolId: LOCAL.poolId, Username: asha.sub }))
  await people.client.send(new DeleteUserCommand({ AccessToken: ravi.AccessToken }))
  for (const directory of directories()) {
    for (const { sub, email } of [asha, ravi]) {
      expect(await directory.hasUser(sub)).toBe(false)
      expect(await directory.ownerOf(email)).toBeNull()
      expect(await directory.emailOf(sub)).toBeNull()
    }
  }
})

it('an address that is not verified has no owner', async () => {
  const { email } = await peopleOf(pool()).signedUp()
  for (const directory of directories()) expect(await directory.ownerOf(email)).toBeNull()
})

it('an administrator is the last one until there is another', async () => {
  const people = peopleOf(pool())
  const [asha, ravi] = [await people.signedIn(), await people.signedIn()]
  await local.pool.operators.grant(asha.email)
  for (const directory of directories()) {
    expect(await directory.isLastAdmin(asha.sub)).toBe(true)
    expect(await directory.isLastAdmin(ravi.sub)).toBe(false)
  }
  await local.pool.operators.grant(ravi.email)
  for (const directory of directories()) expect(await directory.isLastAdmin(asha.sub)).toBe(false)
})

it('a pool that refuses the question gives no answer', async () => {
  const wrongKeys = { accessKeyId: 'SOMEBODY', secretAccessKey: 'else' }
  const directory = createCognitoDirectory({ ...adminConfigOf(pool(), wrongKeys), poolId: LOCAL.poolId })
  await expect(directory.hasUser('00000000-0000-4000-8000-000000000001')).rejects.toThrow('security token')
  const otherPool = createCognitoDirectory({ ...adminConfigOf(pool()), poolId: 'us-east-2_Other' })
  await expect(otherPool.hasUser('00000000-0000-4000-8000-000000000001')).rejects.toThrow('does not exist')
})
