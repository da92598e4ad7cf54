import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { getUser } from '@nashta/contracts/identity/user-pool'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { CurrentUser } from './session-store.ts'

export type Profile = CurrentUser & { phoneNumber: string; hasSecondFactor: boolean }

export async function fetchProfile(callIdentity: CallIdentity, accessToken: string): Promise<Profile> {
  const {
    Username: poolUsername,
    UserAttributes,
    UserMFASettingList = [],
  } = await callIdentity(getUser, {
    AccessToken: accessToken,
  })
  const values = new Map(UserAttributes.map(({ Name, Value = '' }) => [Name, Value]))
  const email = values.get('email') ?? ''
  return {
    // In a pool whose users sign in with their e-mail address, the pool's username is the `sub`.
    sub: values.get('sub') ?? poolUsername,
    username: email,
    email,
    firstName: values.get('given_name') ?? '',
    lastName: values.get('family_name') ?? '',
    phoneNumber: values.get('phone_number') ?? '',
    hasSecondFactor: UserMFASettingList.includes(SECOND_FACTOR),
  }
}

/** The part of a profile that the session stores. */
export function userOf({ phoneNumber: _phone, hasSecondFactor: _factor, ...user }: Profile): CurrentUser {
  return user
}
