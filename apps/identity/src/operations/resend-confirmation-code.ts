import { resendConfirmationCode as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { callingClient } from '../clients/app-client.ts'
import { emailDelivery, issueCode, type IssueCodeDeps } from '../codes/issue-code.ts'
import { countAttempt, type LimitDeps } from '../limits/attempt-limits.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { NO_SUB } from '../users/user.ts'
import { clientCall } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'
import { invalidParameter, nameNotFound } from '../wire/pool-error.ts'

const request = z.object(clientCall)

type ResendDeps = IssueCodeDeps & LimitDeps & Pick<PoolDeps, 'clients' | 'users' | 'subjectOf'>

export function resendConfirmationCode(deps: ResendDeps) {
  const { clients, users, subjectOf } = deps

  return operation(contract, request, async (input) => {
    const client = callingClient(clients, input)
    const user = await users.find(input.Username)
    if (!client.hidesUsers) {
      if (!user) throw nameNotFound()
      if (user.confirmed) throw invalidParameter('User is already confirmed.')
    }
    await countAttempt(deps, 'resend-code', subjectOf(input.Username, user))

    const to = user?.email ?? input.Username
    const sub = user && !user.confirmed ? user.sub : NO_SUB
    await users.change(sub, issueCode(deps, 'sign-up', { sub, to }))
    return { CodeDeliveryDetails: emailDelivery(to) }
  })
}
