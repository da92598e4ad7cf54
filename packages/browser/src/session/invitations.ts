import * as contract from '@nashta/contracts/identity/invitations'
import type { CallIdentity } from '../identity/call-identity.ts'
import { callAsUser } from './call-as-user.ts'
import { beginOperatorSession, type NewOperator, newOperatorFields } from './first-administrator.ts'
import type { AccountClient } from './session.ts'

/** Reads the address and role of an invitation. Rejects if its link no longer works. */
export async function checkInvitation(callIdentity: CallIdentity, invitationToken: string) {
  const response = await callIdentity(contract.checkInvitation, { InvitationToken: invitationToken })
  return { email: response.Email, role: response.Role, hasAccount: response.HasAccount }
}

/** Makes the account of an invited operator, signs in, and returns the recovery codes. */
export async function acceptInvitation(
  accountClient: AccountClient,
  { invitationToken, ...operator }: NewOperator & { invitationToken: string },
): Promise<string[]> {
  const requestedAt = accountClient.now()
  const response = await accountClient.callIdentity(contract.acceptInvitation, {
    ...newOperatorFields(operator),
    InvitationToken: invitationToken,
  })
  return beginOperatorSession(accountClient, response, requestedAt)
}

/**
 * Gives the role to the signed-in user, with a new second factor if `factor` is given. Returns the
 * recovery codes of that factor. Then renews the tokens, because the old ones do not name the role.
 */
export async function joinByInvitation(
  accountClient: AccountClient,
  invitationToken: string,
  factor: { secret: string; code: string } | null,
): Promise<string[]> {
  const { RecoveryCodes } = await callAsUser(accountClient, (AccessToken) =>
    accountClient.callIdentity(contract.joinByInvitation, {
      AccessToken,
      InvitationToken: invitationToken,
      ...(factor && { SecretCode: factor.secret, UserCode: factor.code }),
    }),
  )
  const { getAccessToken } = accountClient.session
  const refused = await getAccessToken()
  if (refused !== null) await getAccessToken({ refused })
  return RecoveryCodes
}
