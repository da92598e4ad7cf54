import {
  AuthenticationDetails,
  CognitoUser,
  type CognitoUserSession,
  CognitoUserPool,
} from 'amazon-cognito-identity-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { openPool, type PoolUnderTest, PW } from './pool.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    setItem: (key: string, value: string) => void items.set(key, value),
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  }
}

function userOf(email: string) {
  const Storage = memoryStorage()
  const userPool = new CognitoUserPool({
    UserPoolId: pool.poolId,
    ClientId: pool.clients.C0.id,
    endpoint: pool.endpoint,
    Storage,
  })
  const user = new CognitoUser({ Username: email, Pool: userPool, Storage })
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  return user
}

const signIn = (user: CognitoUser, Password: string) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    const details = new AuthenticationDetails({ Username: user.getUsername(), Password })
    user.authenticateUser(details, { onSuccess: resolve, onFailure: reject })
  })

const attributesOf = (user: CognitoUser) =>
  new Promise<Record<string, string>>((resolve, reject) => {
    user.getUserAttributes((error, attributes = []) => {
      if (error) reject(error)
      else resolve(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value])))
    })
  })

const signOut = (user: CognitoUser) =>
  new Promise<void>((resolve) => {
    user.signOut(() => resolve())
  })

it('legacy-lib: amazon-cognito-identity-js signs in, reads attributes and signs out', async () => {
  const { email, sub } = await people.confirmed()
  const user = userOf(email)
  const session = await signIn(user, PW)
  expect(session.isValid()).toBe(true)
  expect(await attributesOf(user)).toMatchObject({ sub, email, given_name: 'Asha' })

  const refreshToken = session.getRefreshToken().getToken()
  await signOut(user)
  await expect(people.refresh(refreshToken)).rejects.toThrow('Refresh Token has been revoked')
})

it("legacy-lib: the library's error for a wrong password has Cognito's code", async () => {
  const { email } = await people.confirmed()
  await expect(signIn(userOf(email), 'Wr0ng!pass')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
})
