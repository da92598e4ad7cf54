import { formatLongDateTime } from '@nashta/contracts/dates'
import type { IdentityResponse } from '@nashta/contracts/identity/identity-gateway'
import { endListedSession, listSessions } from '@nashta/contracts/identity/signed-in-devices'
import { AccountError } from '../identity/account-error.ts'
import { callAsUser } from './call-as-user.ts'
import type { AccountClient } from './session.ts'

/** The first part of the query key of `fetchDevices`. */
export const DEVICES_QUERY = 'devices'

type Device = IdentityResponse<typeof listSessions>['Sessions'][number]

/** Null when the user pool cannot list devices, such as Cognito. */
export async function fetchDevices(accountClient: AccountClient): Promise<Device[] | null> {
  try {
    const { Sessions } = await callAsUser(accountClient, (AccessToken) =>
      accountClient.callIdentity(listSessions, { AccessToken }),
    )
    return Sessions
  } catch (error) {
    if (error instanceof AccountError && error.kind === 'UnknownOperationException') return null
    throw error
  }
}

/** What a list of devices shows. */
export function describeDevice(device: Device) {
  const {
    SessionId: id,
    Device: name = 'Unknown device',
    SignedInAt,
    LastUsedAt,
    IsCurrent: isCurrent,
  } = device
  const text = isCurrent
    ? `This device, signed in ${formatLongDateTime(SignedInAt)}`
    : `Last used ${formatLongDateTime(LastUsedAt)}`
  return { id, name, isCurrent, text }
}

export async function signOutDevice(accountClient: AccountClient, SessionId: string) {
  await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(endListedSession, { AccessToken, SessionId }),
  )
}
