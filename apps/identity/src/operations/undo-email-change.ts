import { isOperator, OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { undoEmailChange as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { hashLinkToken } from '../links/link.ts'
import { emailChangeUndoneEntries, type NoticeDeps } from '../notices.ts'
import { unusablePasswordHash } from '../passwords/password-hash.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { aliasTaken, codeExpired } from '../wire/pool-error.ts'

const request = z.object({ Token: token })

type UndoDeps = NoticeDeps & Pick<PoolDeps, 'users' | 'groups' | 'logEvent' | 'now'>

/**
 * Puts back the old address, to which the link was mailed. The caller proves only that they read the
 * old mailbox, so the caller may be the owner or a stranger.
 *
 * A stranger who changed the address may know the password, have a session or have added a second
 * factor. So the password no longer works, all sessions end, and a second factor that was set up
 * after the change is off. The owner chooses a password with "forgot password".
 *
 * A stranger who reads the old mailbox must not gain more than the password. So an older second
 * factor stays on, and an operator loses all roles.
 */
export function undoEmailChange(deps: UndoDeps) {
  const { users, groups, logEvent, now } = deps
  return defineOperation(contract, request, async ({ Token }, { requestId }) => {
    const linkTry = { purpose: 'undo-email-change' as const, hash: hashLinkToken(Token), at: now() }
    const link = await users.findLink(linkTry)
    if (!link) throw codeExpired()
    const lostRoles = isOperator(await groups.groupsOf(link.sub))
    const admins = lostRoles ? await groups.memberEmails('admin') : []

    const outcome = await users.redeemLink(linkTry, ({ email }, { isSecondFactorOlder }) => ({
      email: link.mailedTo,
      passwordHash: unusablePasswordHash(),
      ...(!isSecondFactorOlder && { secondFactor: 'off' }),
      leaveGroups: OPERATOR_ROLES,
      endSessions: 'all',
      endPasswordResets: true,
      unlock: true,
      mails: emailChangeUndoneEntries(deps, {
        restored: link.mailedTo,
        refused: email,
        lostRoles,
        // The refused address of an admin gets a mail of its own.
        admins: admins.filter((admin) => admin !== email),
      }),
    }))
    if (outcome === 'email taken') throw aliasTaken()
    if (outcome !== 'redeemed') throw codeExpired()
    logEvent('e-mail change undone', link.sub, requestId)
    return {}
  })
}
