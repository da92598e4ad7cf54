import { AccountError } from '@nashta/browser/identity/account-error'
import type { AccountClient } from '@nashta/browser/session/session'
import type { IdentityResponse } from '@nashta/contracts/identity/identity-gateway'
import * as secondFactor from '@nashta/contracts/identity/second-factor'
import { endListedSession, listSessions } from '@nashta/contracts/identity/signed-in-devices'
import { callAsShopper } from '../profile.ts'

/** Creates the secret that an authenticator app makes codes from. Returns it in base32. */
export async function createSecret(accountClient: AccountClient): Promise<string> {
  const { SecretCode } = await callAsShopper(accountClient, (AccessToken) =>
    accountClient.callIdentity(secondFactor.associateSoftwareToken, { AccessToken }),
  )
  return SecretCode
}

/** Proves by a code that the app has the secret. Returns the recovery codes; none with Cognito. */
export async function verifyApp(accountClient: AccountClient, UserCode: string): Promise<string[]> {
  const { RecoveryCodes = [] } = await callAsShopper(accountClient, (AccessToken) =>
    accountClient.callIdentity(secondFactor.verifySoftwareToken, { AccessToken, UserCode }),
  )
  return RecoveryCodes
}

export async function setSecondFactor(accountClient: AccountClient, state: 'on' | 'off') {
  const isOn = state === 'on'
  await callAsShopper(accountClient, (AccessToken) =>
    accountClient.callIdentity(secondFactor.setUserMfaPreference, {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
    }),
  )
}

/** The first part of the query key of `fetchDevices`. */
export const DEVICES_QUERY = 'devices'

export type Device = IdentityResponse<typeof listSessions>['Sessions'][number]

/** Null when the user pool cannot list devices, such as Cognito. */
export async function fetchDevices(accountClient: AccountClient): Promise<Device[] | null> {
  try {
    const { Sessions } = await callAsShopper(accountClient, (AccessToken) =>
      accountClient.callIdentity(listSessions, { AccessToken }),
    )
    return Sessions
  } catch (error) {
    if (error instanceof AccountError && error.kind === 'UnknownOperationException') return null
    throw error
  }
}

export async function signOutDevice(accountClient: AccountClient, SessionId: string) {
  await callAsShopper(accountClient, (AccessToken) =>
    accountClient.callIdentity(endListedSession, { AccessToken, SessionId }),
  )
}
