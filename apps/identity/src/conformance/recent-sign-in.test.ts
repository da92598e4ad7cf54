import {
  DeleteUserCommand,
  GetUserCommand,
  NotAuthorizedException,
  UpdateUserAttributesCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import { afterAll, beforeAll, it } from 'vitest'
import { claimsOf, peopleOf } from './people.fixture.ts'
import { openPool, type PoolUnderTest, unusedEmail } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

const FIVE_MINUTES = 5 * 60_000

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const changeEmail = (AccessToken: string, email = unusedEmail('new')) =>
  people.client.send(
    new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value: email }] }),
  )
const deleteUser = (AccessToken: string) => people.client.send(new DeleteUserCommand({ AccessToken }))

it('a sign-in older than five minutes changes no e-mail and deletes no user', async ({ skip }) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { AccessToken, RefreshToken } = await people.signedIn()
  pool.local.advance(FIVE_MINUTES)
  // After exactly five minutes the change is still allowed.
  await changeEmail(AccessToken)

  pool.local.advance(1000)
  const refreshed = (await people.refresh(RefreshToken)).AccessToken ?? ''
  expect(claimsOf(refreshed)['auth_time']).toBe(claimsOf(AccessToken)['auth_time'])
  for (const token of [AccessToken, refreshed]) {
    await expect(changeEmail(token)).toBeRefusedWith(NotAuthorizedException, SIGN_IN_AGAIN)
    await expect(deleteUser(token)).toBeRefusedWith(NotAuthorizedException, SIGN_IN_AGAIN)
  }
  // The account still exists.
  return people.client.send(new GetUserCommand({ AccessToken }))
})

it('an old session may still change a name, also in a request that repeats the current e-mail address', async ({
  skip,
}) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { email, AccessToken } = await people.signedIn()
  pool.local.advance(FIVE_MINUTES + 1000)
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'given_name', Value: 'Meera' },
  ]
  const response = await people.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }))
  // No code was mailed, because the address does not change.
  return expect(response.CodeDeliveryDetailsList).toBeUndefined()
})

it('a new sign-in may delete the account', async ({ skip }) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { email } = await people.signedIn()
  pool.local.advance(FIVE_MINUTES + 1000)
  const { AccessToken } = await people.signIn(email)
  await deleteUser(AccessToken)
  return expect(people.signIn(email)).toBeRefusedWith(UserNotFoundException)
})
