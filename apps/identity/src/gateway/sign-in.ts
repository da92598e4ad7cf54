import { signIn as operation } from '@nashta/contracts/identity/identity-gateway'
import type { Call, Perform } from './call.ts'
import { hashFor } from './pass-on.ts'
import { splitTokens } from './split-tokens.ts'

export const signIn: Perform = async (pool, { body }) => {
  const { USERNAME, PASSWORD } = parametersOf(body)
  const answer = await pool.send(operation.target, {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: pool.client.id,
    AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: hashFor(pool.client, USERNAME) },
  })
  return splitTokens(answer, { remembered: asksToBeRemembered(body) })
}

export function parametersOf(body: Call['body']): { USERNAME?: unknown; PASSWORD?: unknown } {
  return Object(body['AuthParameters'])
}

function asksToBeRemembered(body: Call['body']) {
  const { rememberMe } = Object(body['ClientMetadata']) as { rememberMe?: unknown }
  return rememberMe === 'true'
}
