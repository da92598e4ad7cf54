import { undoEmailChange as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { hashLinkToken } from '../links/link.ts'
import { unusablePasswordHash } from '../passwords/password-hash.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { aliasTaken, codeExpired } from '../wire/pool-error.ts'

const request = z.object({ Token: token })

type UndoDeps = Pick<PoolDeps, 'users' | 'logEvent' | 'now'>

/**
 * Puts back the old address, to which the link was mailed. A stranger who changed it may know the
 * password, have a session or have added a second factor. So the password no longer works, all
 * sessions end, and the second factor is off. The owner chooses a password with "forgot password".
 */
export function undoEmailChange({ users, logEvent, now }: UndoDeps) {
  return defineOperation(contract, request, async ({ Token }, { requestId }) => {
    const linkTry = { purpose: 'undo-email-change' as const, hash: hashLinkToken(Token), at: now() }
    const link = await users.findLink(linkTry)
    if (!link) throw codeExpired()

    const outcome = await users.redeemLink(linkTry, {
      email: link.mailedTo,
      passwordHash: unusablePasswordHash(),
      secondFactor: 'off',
      endSessions: 'all',
      endPasswordResets: true,
      unlock: true,
    })
    if (outcome === 'email taken') throw aliasTaken()
    if (outcome !== 'redeemed') throw codeExpired()
    logEvent('e-mail change undone', link.sub, requestId)
    return {}
  })
}
