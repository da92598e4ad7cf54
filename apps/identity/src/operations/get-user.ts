import { getUser as contract } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { type SignedInDeps, signedInUser } from '../tokens/signed-in-user.ts'
import { listAttributes } from '../users/attributes.ts'
import { token } from '../wire/members.ts'
import { operation } from '../wire/operation.ts'

const request = z.object({ AccessToken: token })

export function getUser(deps: SignedInDeps) {
  return operation(contract, request, async ({ AccessToken }) => {
    const { user } = await signedInUser(deps, AccessToken)
    return { Username: user.sub, UserAttributes: listAttributes(user) }
  })
}
