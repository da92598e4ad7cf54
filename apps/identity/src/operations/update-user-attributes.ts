import { foldEmail } from '@nashta/contracts/account/checks'
import { updateUserAttributes as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { codeDeliveryDetails, newCodeWithMail, type NewCodeDeps } from '../codes/code-with-mail.ts'
import { countAttempt, countMail, type LimitDeps } from '../limits/attempt-limits.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { type CallerDeps, authenticateCaller } from '../tokens/authenticate-caller.ts'
import { assertRecentSignIn } from '../tokens/recent-sign-in.ts'
import { parseAttributes } from '../users/attributes.ts'
import type { UserChange } from '../users/user-store.ts'
import type { User } from '../users/user.ts'
import { attributes, token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { aliasTaken } from '../wire/pool-error.ts'

const request = z.object({ AccessToken: token, UserAttributes: attributes })

type UpdateDeps = CallerDeps & NewCodeDeps & LimitDeps & Pick<PoolDeps, 'users' | 'attemptSubjectOf'>

export function updateUserAttributes(deps: UpdateDeps) {
  return defineOperation(contract, request, async ({ AccessToken, UserAttributes }) => {
    const caller = await authenticateCaller(deps, AccessToken)
    const { user } = caller
    const { email, ...rest } = parseAttributes(UserAttributes, deps.now())
    const newEmail = email !== undefined && foldEmail(email) !== foldEmail(user.email) ? email : null

    if (newEmail !== null) assertRecentSignIn(caller, deps.now())
    // A new address becomes pending. The current address cancels a pending change. A request
    // without an address keeps a pending change.
    let emailChange: UserChange = {}
    if (newEmail !== null) emailChange = await prepareEmailChange(deps, user, newEmail)
    else if (email !== undefined) emailChange = { pendingEmail: null }
    await deps.users.change(user.sub, { ...emailChange, attributes: nullIfEmpty(rest) })
    return newEmail === null ? {} : { CodeDeliveryDetailsList: [codeDeliveryDetails(newEmail)] }
  })
}

/** The old address stays until the new one is verified. So a typing error locks no shopper out. */
async function prepareEmailChange(deps: UpdateDeps, { sub }: User, email: string): Promise<UserChange> {
  // The count comes before the lookup, so that a caller can probe only a few addresses an hour.
  await countAttempt(deps, 'send-attribute-code', sub)
  // An unconfirmed account does not block its address, because a stranger may have created it.
  if ((await deps.users.find(email))?.confirmed) throw aliasTaken()
  await countMail(deps, email)
  return { pendingEmail: email, ...newCodeWithMail(deps, 'email', { sub, to: email }) }
}

/** An empty value removes the attribute. */
function nullIfEmpty(attributes: Record<string, string>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value || null]))
}
