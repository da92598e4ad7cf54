import {
  AdminAddUserToGroupCommand,
  CreateGroupCommand,
  GetUserCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { endListedSession, listSessions } from '@nashta/contracts/identity/signed-in-devices'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { adminOf, HOUR, openPool, type PoolUnderTest, PW } from './pool.fixture.ts'
import { post } from './post.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const postTo = (target: string, body: object) => post(pool, '', body, { 'x-amz-target': target })
const getUser = (AccessToken: string) => people.client.send(new GetUserCommand({ AccessToken }))

async function signInOn(email: string, ClientMetadata: Record<string, string>) {
  const { AuthenticationResult } = await people.client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: pool.clients.C0.id,
      AuthParameters: { USERNAME: email, PASSWORD: PW },
      ClientMetadata,
    }),
  )
  return {
    AccessToken: AuthenticationResult?.AccessToken ?? '',
    RefreshToken: AuthenticationResult?.RefreshToken ?? '',
  }
}

async function fetchSessions(AccessToken: string) {
  const { body } = await postTo(listSessions.target, { AccessToken })
  return listSessions.response.parse(JSON.parse(body)).Sessions
}

describe.skipIf(process.env['CONFORMANCE_ENDPOINT'])('operations that only our pool has', () => {
  it('a user lists their own sessions with the devices, and ends one of them', async () => {
    const { email } = await people.confirmed()
    const phone = await signInOn(email, { device: 'Chrome on Android' })
    const laptop = await signInOn(email, { device: 'Firefox on Linux' })
    // Begins a session of another user, which must not be listed.
    await people.signedIn()

    const sessions = await fetchSessions(laptop.AccessToken)
    expect(new Set(sessions.map(({ Device, IsCurrent }) => `${Device} ${IsCurrent}`))).toEqual(
      new Set(['Chrome on Android false', 'Firefox on Linux true']),
    )
    const SessionId = sessions.find(({ IsCurrent }) => !IsCurrent)?.SessionId
    const { AccessToken } = laptop
    const ended = await postTo(endListedSession.target, { AccessToken, SessionId })
    expect(ended).toMatchObject({ status: 200, body: '{}' })
    await expect(getUser(phone.AccessToken)).toBeRefusedWith(NotAuthorizedException)
    await expect(people.refresh(phone.RefreshToken)).toBeRefusedWith(NotAuthorizedException)
    expect(await fetchSessions(AccessToken)).toHaveLength(1)
  })

  it('a user cannot end a session of another user', async () => {
    const asha = await people.signedIn()
    const ravi = await people.signedIn()
    const SessionId = (await fetchSessions(asha.AccessToken))[0]?.SessionId
    await postTo(endListedSession.target, { AccessToken: ravi.AccessToken, SessionId })
    expect((await getUser(asha.AccessToken)).Username).toBe(asha.sub)
  })

  it('after an hour a session without "Remember me" cannot be refreshed, one with it can', async () => {
    const { email } = await people.confirmed()
    const short = await signInOn(email, { rememberMe: 'false' })
    const long = await signInOn(email, { rememberMe: 'true' })
    pool.local?.advance(HOUR)
    await expect(people.refresh(short.RefreshToken)).toBeRefusedWith(NotAuthorizedException)
    await people.refresh(long.RefreshToken)
  })
})

async function addToGroup(GroupName: string, Username: string) {
  const UserPoolId = pool.poolId
  await adminOf(pool).send(new CreateGroupCommand({ UserPoolId, GroupName }))
  await adminOf(pool).send(new AdminAddUserToGroupCommand({ UserPoolId, GroupName, Username }))
}

it('an operator who does nothing for half an hour must sign in again, a shopper need not', async ({
  skip,
}) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const operator = await people.signedIn()
  const shopper = await people.signedIn()
  await addToGroup('packer', operator.email)
  // This group is not a role of operators.
  await addToGroup('testers', shopper.email)
  // After exactly half an hour the session is still valid.
  pool.local.advance(HOUR / 2)
  await getUser(operator.AccessToken)
  pool.local.advance(HOUR / 4)
  // The call a quarter of an hour ago counts as a use.
  const { AccessToken = '' } = await people.refresh(operator.RefreshToken)
  await getUser(AccessToken)

  pool.local.advance(HOUR / 2 + 1)
  await expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException, 'Access Token has been revoked')
  await expect(people.refresh(operator.RefreshToken)).toBeRefusedWith(
    NotAuthorizedException,
    'Refresh Token has expired',
  )
  return people.refresh(shopper.RefreshToken)
})
