import type { PoolDeps } from '../pool-deps.ts'
import { poolNotFound, userNotFound } from '../wire/refusals.ts'

export type ManagedUserDeps = Pick<PoolDeps, 'poolId' | 'users'>

/** The user an administrator names, in the pool they name. */
export async function findManagedUser(
  { poolId, users }: ManagedUserDeps,
  { UserPoolId, Username }: { UserPoolId: string; Username: string },
) {
  if (UserPoolId !== poolId) throw poolNotFound(UserPoolId)
  const user = await users.find(Username)
  if (!user) throw userNotFound()
  return user
}
