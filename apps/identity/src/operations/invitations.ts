import { foldEmail } from '@nashta/contracts/account/checks'
import * as contract from '@nashta/contracts/identity/invitations'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import type { Invitation } from '../invitations/invitation-store.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { hashLinkToken } from '../links/link.ts'
import { newMemberEntries, noticeEntry, type NoticeDeps, operatorJoinedEntry } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { authenticateCaller, type CallerDeps } from '../tokens/authenticate-caller.ts'
import { assertRecentSignIn } from '../tokens/recent-sign-in.ts'
import type { User } from '../users/user.ts'
import { confirmationCode, factorSecret, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { emailTaken, invitationForOther, invitationInvalid, noSecondFactor } from '../wire/pool-error.ts'
import {
  newOperatorAccount,
  type NewOperatorDeps,
  newOperatorRequest,
  verifiedSecondFactor,
} from './new-operator-account.ts'

type InvitationDeps = Pick<PoolDeps, 'invitations' | 'users' | 'now'>

export function checkInvitation(deps: InvitationDeps) {
  const request = z.object({ InvitationToken: token })
  return defineOperation(contract.checkInvitation, request, async ({ InvitationToken }) => {
    const { email, role } = await requireInvitation(deps, InvitationToken)
    const user = await deps.users.find(email)
    // The mail with the link went to this address, so its owner may know that they have an account.
    return { Email: email, Role: role, HasAccount: user?.confirmed ?? false }
  })
}

type AcceptDeps = InvitationDeps &
  NewOperatorDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'groups' | 'logEvent'>

/** Makes the account of an invited operator. The link was mailed, so the address is verified. */
export function acceptInvitation(deps: AcceptDeps) {
  const request = z.extend(newOperatorRequest, { InvitationToken: token })

  return defineOperation(contract.acceptInvitation, request, async (input, { requestId }) => {
    const client = authenticateClient(deps.clients, input)
    // Without the link nothing costly is computed.
    const invitation = await requireInvitation(deps, input.InvitationToken)
    if (foldEmail(invitation.email) !== foldEmail(input.Username)) throw invitationInvalid()
    if ((await deps.users.find(invitation.email))?.confirmed) throw emailTaken()
    const { account, respond } = await newOperatorAccount(deps, client, input)
    const { user } = account
    const mails = await joinedEntries(deps, invitation, user)
    const link = { hash: hashLinkToken(input.InvitationToken), at: deps.now() }
    const outcome = await deps.invitations.accept(link, { ...account, mails })
    if (outcome === 'email taken') throw emailTaken()
    if (outcome === 'invalid') throw invitationInvalid()

    deps.logEvent('invited operator joined', user.sub, requestId)
    return respond(invitation.role)
  })
}

type JoinDeps = InvitationDeps &
  CallerDeps &
  LimitDeps &
  NoticeDeps &
  Pick<PoolDeps, 'groups' | 'secondFactors' | 'randomBytes' | 'hashRecoveryCode' | 'logEvent'>

/** Gives the role to the existing account of the invited person, who must have signed in recently. */
export function joinByInvitation(deps: JoinDeps) {
  const request = z.object({
    AccessToken: token,
    InvitationToken: token,
    SecretCode: z.optional(factorSecret),
    UserCode: z.optional(confirmationCode),
  })

  return defineOperation(contract.joinByInvitation, request, async (input, { requestId }) => {
    const { AccessToken, InvitationToken, SecretCode, UserCode } = input
    const { user, sessionId, signedInAt } = await authenticateCaller(deps, AccessToken)
    // A thief of an old session must not become an operator.
    assertRecentSignIn({ signedInAt }, deps.now())
    const invitation = await requireInvitation(deps, InvitationToken)
    if (foldEmail(invitation.email) !== foldEmail(user.email)) throw invitationForOther()
    const isOn = deps.secondFactors.isOn(user.sub)
    const isGiven = SecretCode !== undefined && UserCode !== undefined
    if (!isOn && !isGiven) throw noSecondFactor()
    if (!isOn) await countAttempt(deps, 'verify-second-factor', user.sub)
    const added = !isOn && isGiven ? verifiedSecondFactor(deps, user.sub, { SecretCode, UserCode }) : null

    const outcome = await deps.invitations.join(
      { hash: hashLinkToken(InvitationToken), at: deps.now() },
      {
        sub: user.sub,
        sessionId,
        secondFactor: added?.secondFactor ?? null,
        mails: [
          ...(await joinedEntries(deps, invitation, user)),
          ...(added ? [noticeEntry(deps, 'second-factor-on', user.email)] : []),
        ],
      },
    )
    if (outcome === 'second factor needed') throw noSecondFactor()
    if (outcome === 'invalid') throw invitationInvalid()
    deps.logEvent('invited operator joined', user.sub, requestId)
    return { RecoveryCodes: added?.RecoveryCodes ?? [] }
  })
}

async function requireInvitation({ invitations, now }: InvitationDeps, givenToken: string) {
  const invitation = await invitations.find({ hash: hashLinkToken(givenToken), at: now() })
  if (!invitation) throw invitationInvalid()
  return invitation
}

/** Mails about a new operator: to all administrators for the role admin, otherwise to the sender of the invitation. */
async function joinedEntries(
  deps: NoticeDeps & Pick<PoolDeps, 'groups' | 'users'>,
  { role, invitedBy }: Invitation,
  user: Pick<User, 'email'>,
) {
  if (role === 'admin') return newMemberEntries(deps, user, role)
  const administrator = await deps.users.find(invitedBy)
  return administrator ? [operatorJoinedEntry(deps, administrator.email, { email: user.email, role })] : []
}
