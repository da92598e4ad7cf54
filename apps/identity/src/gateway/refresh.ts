import { refreshSession } from '@nashta/contracts/identity/identity-gateway'
import { refreshTokenInvalid } from '../wire/refusals.ts'
import type { Outcome, Perform } from './call.ts'
import { hashFor } from './pass-on.ts'
import { splitTokens } from './split-tokens.ts'

export const refresh: Perform = async (pool, { session }): Promise<Outcome> => {
  if (!session) throw refreshTokenInvalid()

  const answer = await pool.send(refreshSession.target, {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: pool.client.id,
    AuthParameters: {
      REFRESH_TOKEN: session.token,
      SECRET_HASH: hashFor(pool.client, session.username),
    },
  })
  if (kindOf(answer.body) === 'NotAuthorizedException') return { answer, session: 'ended' }
  // Only who is remembered comes back for more.
  return splitTokens(answer, { remembered: true })
}

function kindOf(body: string) {
  const { __type: kind } = JSON.parse(body) as { __type?: string }
  return kind
}
