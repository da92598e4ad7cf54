import {
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { clientOf, codeFor, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'

export const ATTRIBUTES = {
  given_name: 'Asha',
  family_name: 'Rao',
  name: 'Asha Rao',
  birthdate: '1990-02-28',
  gender: 'female',
  phone_number: '+919876543210',
}

export function attributeList(attributes: Record<string, string>) {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
}

/**
 * Functions that call a pool as its app client C0, which has no secret. `signUp`, `confirm`,
 * `signIn` and `refresh` make one call. `signedUp`, `confirmed` and `signedIn` create a user in
 * that state.
 */
export function peopleOf(pool: PoolUnderTest) {
  const client = clientOf(pool)
  const { C0 } = pool.clients

  async function signUp(email: string, password = PW) {
    const UserAttributes = attributeList({ email, ...ATTRIBUTES })
    const { UserSub = '' } = await client.send(
      new SignUpCommand({ ClientId: C0.id, Username: email, Password: password, UserAttributes }),
    )
    return UserSub
  }

  async function signedUp(email = unusedEmail(), password = PW) {
    return { email, sub: await signUp(email, password), code: await codeFor(pool, email) }
  }

  const confirm = (email: string, code: string, clientId = C0.id) =>
    client.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: code }))

  async function confirmed(email = unusedEmail(), password = PW) {
    const person = await signedUp(email, password)
    await confirm(email, person.code)
    return person
  }

  async function signIn(email: string, password = PW, clientId = C0.id) {
    const { AuthenticationResult } = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: clientId,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    )
    const { AccessToken = '', IdToken = '', RefreshToken = '', ...rest } = AuthenticationResult ?? {}
    return { AccessToken, IdToken, RefreshToken, ...rest }
  }

  async function refresh(refreshToken: string, clientId = C0.id) {
    const { AuthenticationResult } = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId: clientId,
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    )
    return AuthenticationResult ?? {}
  }

  async function signedIn(email = unusedEmail()) {
    const person = await confirmed(email)
    return { ...person, ...(await signIn(email)) }
  }

  return { client, signUp, signedUp, confirm, confirmed, signIn, signedIn, refresh }
}

export function claimsOf(token = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}
