import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  type CognitoIdentityProviderClient,
  CreateGroupCommand,
  GroupExistsException,
  ResourceNotFoundException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { claimsOf, peopleOf } from './people.fixture.ts'
import { adminOf, openPool, type PoolUnderTest, unusedEmail } from './pool.fixture.ts'
import { post } from './post.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

type SignedRequest = { headers: Record<string, string>; body: unknown }

const nextDigit = (digit: string) => String((Number(digit) + 1) % 10)

/** Unique, because a remote pool still has the groups of earlier runs. */
const GROUP = `group-${unusedEmail()}`
const createGroup = (GroupName: string) =>
  adminOf(pool).send(new CreateGroupCommand({ UserPoolId: pool.poolId, GroupName }))
const add = (Username: string, GroupName = GROUP, admin: CognitoIdentityProviderClient = adminOf(pool)) =>
  admin.send(new AdminAddUserToGroupCommand({ UserPoolId: pool.poolId, Username, GroupName }))

it('group-claim: a refresh adds a group to the tokens after the user joins it, and removes it after the user leaves', async () => {
  const { email, AccessToken, RefreshToken } = await people.signedIn()
  const { Group } = await createGroup(GROUP)
  expect(Group).toMatchObject({ GroupName: GROUP, UserPoolId: pool.poolId, CreationDate: expect.any(Date) })
  await expect(createGroup(GROUP)).toBeRefusedWith(GroupExistsException)
  await add(email)
  // Adding the same user again is accepted.
  await add(email)

  expect(claimsOf(AccessToken)).not.toHaveProperty('cognito:groups')
  const fresh = await people.refresh(RefreshToken)
  expect(claimsOf(fresh.AccessToken)['cognito:groups']).toEqual([GROUP])
  expect(claimsOf(fresh.IdToken)['cognito:groups']).toEqual([GROUP])

  await adminOf(pool).send(
    new AdminRemoveUserFromGroupCommand({ UserPoolId: pool.poolId, Username: email, GroupName: GROUP }),
  )
  const after = await people.refresh(RefreshToken)
  expect(claimsOf(after.AccessToken)).not.toHaveProperty('cognito:groups')
})

it('group-unknown: an unknown group, user or pool is not found', async () => {
  const { email } = await people.signedUp()
  await expect(add(email, 'nope')).toBeRefusedWith(ResourceNotFoundException)
  await createGroup(`${GROUP}-2`)
  await expect(add(unusedEmail(), `${GROUP}-2`)).toBeRefusedWith(
    UserNotFoundException,
    'User does not exist.',
  )
  const inAnotherPool = new AdminAddUserToGroupCommand({
    UserPoolId: 'us-east-2_Another1',
    Username: email,
    GroupName: `${GROUP}-2`,
  })
  await expect(adminOf(pool).send(inAnotherPool)).toBeRefusedWith(ResourceNotFoundException)
})

/** Creates a user, runs `attempt` to add the user to a group, and returns the user's groups. */
async function groupsAfter(attempt: (email: string) => Promise<unknown>) {
  const { email } = await people.confirmed()
  await attempt(email)
  return claimsOf((await people.signIn(email)).AccessToken)['cognito:groups']
}

describe('admin-unsigned: adding a user to a group', () => {
  const group = `${GROUP}-3`
  beforeAll(() => createGroup(group))

  it('a call without a signature is refused', async () => {
    const groups = await groupsAfter(async (Username) => {
      const body = { UserPoolId: pool.poolId, Username, GroupName: group }
      const response = await post(pool, 'AdminAddUserToGroup', body)
      expect(response.status).toBe(400)
      expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException:')
    })
    expect(groups).toBeUndefined()
  })

  it.each([
    ['another key', { accessKeyId: 'AKIAANOTHER' }, 'UnrecognizedClientException'],
    ['another secret', { secretAccessKey: 'guessed' }, 'InvalidSignatureException'],
  ])('a call with %s is refused', async (_case, credentials, name) => {
    const groups = await groupsAfter(async (email) => {
      const stranger = adminOf(pool, { ...pool.adminKey, ...credentials })
      await expect(add(email, group, stranger)).rejects.toMatchObject({ name })
    })
    expect(groups).toBeUndefined()
  })

  it.each<[string, (request: SignedRequest, otherBody: string) => void]>([
    ['an altered body', (request, otherBody) => (request.body = otherBody)],
    [
      'an altered target',
      ({ headers }) =>
        (headers['x-amz-target'] =
          headers['x-amz-target']?.replace('AdminAddUserToGroup', 'CreateGroup') ?? ''),
    ],
    [
      'another date',
      ({ headers }) => (headers['x-amz-date'] = headers['x-amz-date']?.replace(/\d(?=Z$)/, nextDigit) ?? ''),
    ],
    [
      'an incomplete signature',
      ({ headers }) => (headers['authorization'] = 'AWS4-HMAC-SHA256 Credential=x'),
    ],
  ])('a call with %s is refused', async (_case, alter) => {
    const groups = await groupsAfter(async (email) => {
      const admin = adminOf(pool)
      // Alters the request after the SDK has signed it.
      admin.middlewareStack.add(
        (next) => async (args) => {
          const request = args.request as SignedRequest
          alter(request, JSON.stringify({ UserPoolId: pool.poolId, Username: email, GroupName: group }))
          return next(args)
        },
        { step: 'finalizeRequest', priority: 'low' },
      )
      // The signed request names another group than the altered body. The two names have the same
      // length, so that the altered body has the signed content-length.
      await expect(add(email, group.replace(/3$/, '4'), admin)).rejects.toMatchObject({
        name: expect.stringMatching(/^(?:InvalidSignature|IncompleteSignature)Exception$/),
      })
    })
    expect(groups).toBeUndefined()
  })

  it('a call with an old signature is refused', async ({ skip }) => {
    if (!pool.local) return skip('needs a pool whose clock the test can move')
    const { email } = await people.confirmed()
    const admin = adminOf(pool)
    // A signature is valid for five minutes.
    pool.local.advance(6 * 60 * 1000)
    return expect(add(email, group, admin)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
  })
})
