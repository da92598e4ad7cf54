import type { CurrentUser } from '@nashta/browser/user'
import { PLEASE_SIGN_IN } from '@nashta/contracts/identity/gateway-texts'
import {
  changePassword as changePasswordCall,
  getUser,
  updateUserAttributes,
} from '@nashta/contracts/identity/user-pool'
import { AccountError } from './account-error.ts'
import type { Account } from './account.ts'
import type { CallIdentity } from './call-identity.ts'
import type { Session } from './session.ts'

export type Profile = CurrentUser & { phoneNumber: string }

/** Answers only for an account that is confirmed and enabled. */
export async function fetchProfile(callIdentity: CallIdentity, accessToken: string): Promise<Profile> {
  const { Username, UserAttributes } = await callIdentity(getUser, { AccessToken: accessToken })
  const values = new Map(UserAttributes.map(({ Name, Value = '' }) => [Name, Value]))
  const email = values.get('email') ?? ''
  return {
    sub: values.get('sub') ?? Username,
    username: email,
    email,
    firstName: values.get('given_name') ?? '',
    lastName: values.get('family_name') ?? '',
    phoneNumber: values.get('phone_number') ?? '',
  }
}

/** The profile of whoever is signed in. A session that the user pool has ended ends here too. */
export async function fetchOwnProfile({ callIdentity, session }: Account): Promise<Profile> {
  const token = await requireToken(session)
  try {
    return await fetchProfile(callIdentity, token)
  } catch (error) {
    if (!(error instanceof AccountError) || error.kind !== 'NotAuthorizedException') throw error
    const other = await session.accessToken({ refused: token })
    if (other === null) throw error
    return fetchProfile(callIdentity, other)
  }
}

export function userOf({ phoneNumber: _phone, ...user }: Profile): CurrentUser {
  return user
}

export type ProfileChange = { firstName: string; lastName: string; phoneNumber: string }

/** The phone number in E.164, as `toE164` writes it. */
export async function updateProfile(account: Account, change: ProfileChange): Promise<Profile> {
  const { callIdentity, session } = account
  const accessToken = await requireToken(session)
  const { firstName, lastName, phoneNumber } = change
  await callIdentity(updateUserAttributes, {
    AccessToken: accessToken,
    UserAttributes: [
      { Name: 'given_name', Value: firstName },
      { Name: 'family_name', Value: lastName },
      { Name: 'name', Value: `${firstName} ${lastName}`.trim() },
      { Name: 'phone_number', Value: phoneNumber },
    ],
  })
  const profile = await fetchProfile(callIdentity, accessToken)
  session.changeUser(userOf(profile))
  return profile
}

export type PasswordChange = { currentPassword: string; newPassword: string }

export async function changePassword({ callIdentity, session }: Account, change: PasswordChange) {
  await callIdentity(changePasswordCall, {
    AccessToken: await requireToken(session),
    PreviousPassword: change.currentPassword,
    ProposedPassword: change.newPassword,
  })
}

async function requireToken(session: Session) {
  const token = await session.accessToken()
  if (token === null) throw new AccountError(PLEASE_SIGN_IN)
  return token
}
