import { callAsUser, requireToken } from '@nashta/browser/session/call-as-user'
import { fetchProfile, type Profile, userOf } from '@nashta/browser/session/profile'
import type { AccountClient } from '@nashta/browser/session/session'
import {
  changePassword as changePasswordCall,
  updateUserAttributes,
  verifyUserAttribute,
} from '@nashta/contracts/identity/user-pool'

/** The profile of the signed-in shopper. */
export function fetchOwnProfile(accountClient: AccountClient): Promise<Profile> {
  return callAsUser(accountClient, (token) => fetchProfile(accountClient.callIdentity, token))
}

export type ProfileChange = { firstName: string; lastName: string; phoneNumber: string }

/** The phone number must be in the E.164 format, such as `+919876543210`. */
export async function updateProfile(accountClient: AccountClient, change: ProfileChange): Promise<Profile> {
  const { firstName, lastName, phoneNumber } = change
  await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(updateUserAttributes, {
      AccessToken,
      UserAttributes: [
        { Name: 'given_name', Value: firstName },
        { Name: 'family_name', Value: lastName },
        { Name: 'name', Value: `${firstName} ${lastName}`.trim() },
        { Name: 'phone_number', Value: phoneNumber },
      ],
    }),
  )
  return updateSessionUser(accountClient)
}

/**
 * Makes the user pool mail a code to the new address. The account has its old address until
 * `confirmEmailChange` is called with that code.
 */
export async function requestEmailChange(accountClient: AccountClient, email: string) {
  await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(updateUserAttributes, {
      AccessToken,
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  )
}

export async function confirmEmailChange(accountClient: AccountClient, code: string): Promise<Profile> {
  await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(verifyUserAttribute, { AccessToken, AttributeName: 'email', Code: code }),
  )
  return updateSessionUser(accountClient)
}

/** Fetches the changed profile, and makes it the user of the session. */
async function updateSessionUser(accountClient: AccountClient): Promise<Profile> {
  const profile = await fetchOwnProfile(accountClient)
  accountClient.session.changeUser(userOf(profile))
  return profile
}

export type PasswordChange = { currentPassword: string; newPassword: string }

/**
 * Does not use `callAsUser`: the user pool refuses a wrong current password with the same error
 * as a revoked token, and a wrong password must not end the session.
 */
export async function changePassword({ callIdentity, session }: AccountClient, change: PasswordChange) {
  await callIdentity(changePasswordCall, {
    AccessToken: requireToken(await session.getAccessToken()),
    PreviousPassword: change.currentPassword,
    ProposedPassword: change.newPassword,
  })
}
