import { setTimeout as wait } from 'node:timers/promises'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { secretHash } from '@nashta/identity/clients/secret-hash'
import type { startAwsStandIns } from '@nashta/store/aws-stand-ins.fixture'

const EMAIL = 'asha@example.in'
const PASSWORD = 'marigold-tea'
const LOOK_EVERY_MS = 100
const LOOKS_MAX = 300

type StandIns = Awaited<ReturnType<typeof startAwsStandIns>>

/** Somebody who is signed in at the stand-in for Cognito. */
export async function signUpShopper({ settings, mailbox }: StandIns) {
  const client = { clientId: settings.USER_POOL_CLIENT_ID, clientSecret: settings.USER_POOL_CLIENT_SECRET }
  const SecretHash = secretHash({ username: EMAIL, ...client })
  const named = { ClientId: client.clientId, SecretHash, Username: EMAIL }

  async function call<Answer>(operation: string, body: object) {
    const response = await fetch(settings.COGNITO_ENDPOINT, {
      method: 'POST',
      headers: {
        'content-type': IDENTITY_CONTENT_TYPE,
        [TARGET_HEADER]: `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${operation} was refused: ${await response.text()}`)
    return (await response.json()) as Answer
  }

  const { UserSub: sub } = await call<{ UserSub: string }>('SignUp', { ...named, Password: PASSWORD })
  await call('ConfirmSignUp', { ...named, ConfirmationCode: await mailedCode(mailbox) })
  const { AuthenticationResult } = await call<{ AuthenticationResult: { AccessToken: string } }>(
    'InitiateAuth',
    {
      ClientId: client.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD, SECRET_HASH: SecretHash },
    },
  )
  return { sub, authorization: `Bearer ${AuthenticationResult.AccessToken}` }
}

async function mailedCode(mailbox: string): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const response = await fetch(`${mailbox}/messages?to=${EMAIL}`)
    const { messages } = (await response.json()) as { messages: { subject: string }[] }
    const code = /^\d{6}/.exec(messages[0]?.subject ?? '')
    if (code) return code[0]
    await wait(LOOK_EVERY_MS)
  }
  throw new Error('the mail with the code did not come')
}
