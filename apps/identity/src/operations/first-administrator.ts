import * as contract from '@nashta/contracts/identity/first-administrator'
import * as z from 'zod/mini'
import { authenticateClient } from '../clients/app-client.ts'
import { newMemberEntries, type NoticeDeps } from '../notices.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { token } from '../wire/fields.ts'
import { defineOperation } from '../wire/operation.ts'
import { emailTaken, welcomeLinkInvalid } from '../wire/pool-error.ts'
import { newOperatorAccount, type NewOperatorDeps, newOperatorRequest } from './new-operator-account.ts'

type WelcomeDeps = Pick<PoolDeps, 'firstAdministrator' | 'welcomeLink' | 'now'>

export function checkWelcomeLink(deps: WelcomeDeps) {
  const request = z.object({ WelcomeToken: token })
  return defineOperation(contract.checkWelcomeLink, request, async ({ WelcomeToken }) => {
    await assertLinkWorks(deps, WelcomeToken)
    return {}
  })
}

type CreateDeps = WelcomeDeps &
  NewOperatorDeps &
  NoticeDeps &
  Pick<PoolDeps, 'clients' | 'groups' | 'logEvent'>

/**
 * Makes the first account of the desk. The link proves that the caller runs the shop, so the address
 * counts as verified without a mail: a shop that has just been started can often send none. Whoever
 * has that mailbox cannot get into the account, because they lack the second factor.
 */
export function createFirstAdministrator(deps: CreateDeps) {
  const { firstAdministrator, welcomeLink } = deps
  const request = z.extend(newOperatorRequest, { WelcomeToken: token })

  return defineOperation(contract.createFirstAdministrator, request, async (input, { requestId }) => {
    const client = authenticateClient(deps.clients, input)
    // Without the link nothing costly is computed.
    await assertLinkWorks(deps, input.WelcomeToken)
    const { account, respond } = await newOperatorAccount(deps, client, input)
    const { user } = account
    const outcome = await firstAdministrator.create({
      ...account,
      mails: await newMemberEntries(deps, user, 'admin'),
    })
    if (outcome === 'email taken') throw emailTaken()
    if (outcome === 'there is an administrator') throw welcomeLinkInvalid()
    // The link stays used up even if the role is taken away later.
    welcomeLink.use()

    deps.logEvent('first administrator created', user.sub, requestId)
    return respond('admin')
  })
}

async function assertLinkWorks({ welcomeLink, firstAdministrator, now }: WelcomeDeps, given: string) {
  if (!welcomeLink.admits(given, now())) throw welcomeLinkInvalid()
  if (await firstAdministrator.hasAdministrator()) throw welcomeLinkInvalid()
}
