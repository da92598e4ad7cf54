import { endSession as operation } from '@nashta/contracts/identity/identity-gateway'
import type { Perform } from './call.ts'

/** The cookie is gone whatever comes of this: here the pool is told, too. */
export const endSession: Perform = async (pool, { session }) => {
  if (!session) return { answer: { status: 200, headers: {}, body: '{}' } }

  const { id, secret } = pool.client
  return {
    answer: await pool.send(operation.target, {
      Token: session.token,
      ClientId: id,
      ClientSecret: secret,
    }),
  }
}
