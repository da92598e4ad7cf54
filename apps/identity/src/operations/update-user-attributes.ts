import { foldEmail } from '@nashta/contracts/account/checks'
import { updateUserAttributes as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { codeDeliveryDetails, type NewCodeDeps, newEmailCode } from '../codes/code-with-mail.ts'
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
    const { email, ...others } = parseAttributes(UserAttributes, deps.now())
    const attributeChange = { attributes: nullIfEmpty(others) }
    if (email === undefined) {
      await deps.users.change(user.sub, attributeChange)
      return {}
    }
    if (foldEmail(email) === foldEmail(user.email)) {
      // The current address cancels a pending change of the address.
      await deps.users.change(user.sub, { ...attributeChange, pendingEmail: null })
      return {}
    }

    assertRecentSignIn(caller, deps.now())
    const emailChange = await prepareEmailChange(deps, user, email)
    await deps.users.change(user.sub, { ...attributeChange, ...emailChange })
    return { CodeDeliveryDetailsList: [codeDeliveryDetails(email)] }
  })
}

/**
 * Makes the new address pending. The old address stays in use until the new address is verified, so
 * a typing error locks no shopper out.
 */
async function prepareEmailChange(deps: UpdateDeps, { sub }: User, email: string): Promise<UserChange> {
  // The lookup reveals whether an address has an account. The count before the lookup allows a
  // caller only a few lookups an hour.
  await countAttempt(deps, 'send-attribute-code', sub)
  // An unconfirmed account does not block its address, because a stranger may have created it.
  if ((await deps.users.find(email))?.confirmed) throw aliasTaken()
  await countMail(deps, email)
  return { pendingEmail: email, ...newEmailCode(deps, { sub, to: email }) }
}

/**
 * Replaces empty values by null: `{ nickname: '' }` becomes `{ nickname: null }`. In a request, an
 * empty value removes the attribute. In a `UserChange`, null removes the attribute.
 */
function nullIfEmpty(attributes: Record<string, string>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value || null]))
}
