import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity-operation'
import { secretHash } from '@nashta/identity/clients/secret-hash'
import { expect } from 'vitest'

const EMAIL = 'asha@example.in'
const PASSWORD = 'marigold-tea'

type SignIn = { AuthenticationResult: { AccessToken: string } }

/** A shopper of the user pool at `url`, whose files are in `dataFolder`. */
export function shopperAt(url: string, dataFolder: string) {
  const { clientId, clientSecret } = JSON.parse(readFileSync(join(dataFolder, 'user-pool.json'), 'utf8')) as {
    clientId: string
    clientSecret: string
  }

  async function call<Answer>(operation: string, body: object) {
    const response = await fetch(`${url}/user-pool`, {
      method: 'POST',
      headers: {
        'content-type': IDENTITY_CONTENT_TYPE,
        [TARGET_HEADER]: `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Answer
  }

  async function mailedCode() {
    const inbox = `${url}/dev/mailbox/messages?to=${EMAIL}`
    const subject = async () => {
      const { messages } = (await (await fetch(inbox)).json()) as { messages: { subject: string }[] }
      return messages[0]?.subject
    }
    await expect.poll(subject).toMatch(/^\d{6} is your Nashta confirmation code$/)
    return (await subject())?.slice(0, 6)
  }

  async function signedIn() {
    const SecretHash = secretHash({ username: EMAIL, clientId, clientSecret })
    const named = { ClientId: clientId, SecretHash, Username: EMAIL }
    const { UserSub } = await call<{ UserSub: string }>('SignUp', { ...named, Password: PASSWORD })
    await call('ConfirmSignUp', { ...named, ConfirmationCode: await mailedCode() })
    const { AuthenticationResult } = await call<SignIn>('InitiateAuth', {
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD, SECRET_HASH: SecretHash },
    })
    return { sub: UserSub, token: AuthenticationResult.AccessToken }
  }

  return { call, signedIn }
}
