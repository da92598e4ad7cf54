import { foldEmail } from '@nashta/contracts/account/checks'
import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import { INVITATION_LIFETIME_DAYS } from '@nashta/contracts/identity/invitations'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type AttemptSubjectOf, countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import { newLinkToken } from '../links/link.ts'
import { invitationEntry, type NoticeDeps } from '../notices.ts'
import type { GroupStore, UserStore } from '../users/user-store.ts'
import { PoolError } from '../wire/pool-error.ts'
import type { InvitationStore } from './invitation-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Invitations that wait at the same time. */
const WAITING_MAX = 50
const SHOP = 'shop'

type InvitationsDeps = LimitDeps &
  NoticeDeps & {
    invitations: InvitationStore
    users: UserStore
    groups: GroupStore
    attemptSubjectOf: AttemptSubjectOf
  }

/** How administrators invite people to the desk. The invited person answers by `acceptInvitation`. */
export function createInvitations(deps: InvitationsDeps) {
  const { invitations, users, groups, now } = deps

  async function assertNewRole(email: string, role: OperatorRole) {
    const user = await users.find(email)
    if (user?.confirmed && (await groups.groupsOf(user.sub)).includes(role))
      throw new ServiceError('VALIDATION_FAILED', `${email} has the role ${role} already`)
  }

  return {
    invitations: () => invitations.list(now()),

    /** Mails a new link. A link that was mailed to the address before no longer works. */
    async invite(email: string, role: OperatorRole, bySub: string) {
      await assertNewRole(email, role)
      const administrator = await users.find(bySub)
      if (!administrator) throw new ServiceError('FORBIDDEN', 'Only an administrator invites people')
      await countInvitation(deps, email)
      const { token, hash } = newLinkToken()
      const sentAt = now()
      const expiresAt = new Date(sentAt.getTime() + INVITATION_LIFETIME_DAYS * DAY_MS)
      const isStored = await invitations.put(
        { email, role, invitedBy: bySub, sentAt, expiresAt },
        {
          hash,
          mails: [invitationEntry(deps, { to: email, token, role, invitedBy: administrator.email })],
          max: WAITING_MAX,
        },
      )
      if (!isStored)
        throw new ServiceError(
          'VALIDATION_FAILED',
          `${WAITING_MAX} invitations wait already: withdraw one of them first`,
        )
    },

    /** An address without an invitation causes no error. */
    withdrawInvitation: (email: string) => invitations.withdraw(email),
  }
}

async function countInvitation(deps: InvitationsDeps, email: string) {
  try {
    await countAttempt(deps, 'invitation', deps.attemptSubjectOf(foldEmail(email), null))
    await countAttempt(deps, 'invitations-of-shop', SHOP)
  } catch (error) {
    if (!(error instanceof PoolError)) throw error
    throw new ServiceError('TOO_MANY_REQUESTS', 'Too many invitations. Please try again in an hour.', {
      retryAfter: 3600,
      cause: error,
    })
  }
}
