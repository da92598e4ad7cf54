import { callAsUser } from '@nashta/browser/session/call-as-user'
import type { AccountClient } from '@nashta/browser/session/session'
import * as secondFactor from '@nashta/contracts/identity/second-factor'

/** Creates the secret that an authenticator app makes codes from. Returns it in base32. */
export async function createSecret(accountClient: AccountClient): Promise<string> {
  const { SecretCode } = await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(secondFactor.associateSoftwareToken, { AccessToken }),
  )
  return SecretCode
}

/** Proves by a code that the app has the secret. Returns the recovery codes; none with Cognito. */
export async function verifyApp(accountClient: AccountClient, UserCode: string): Promise<string[]> {
  const { RecoveryCodes = [] } = await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(secondFactor.verifySoftwareToken, { AccessToken, UserCode }),
  )
  return RecoveryCodes
}

export async function setSecondFactor(accountClient: AccountClient, state: 'on' | 'off') {
  const isOn = state === 'on'
  await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(secondFactor.setUserMfaPreference, {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
    }),
  )
}
