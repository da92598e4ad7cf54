import { decodeJwt } from 'jose'
import type { Outcome } from './call.ts'
import type { PoolAnswer } from './pool-connection.ts'

type Signed = { AuthenticationResult?: { RefreshToken?: string; AccessToken: string } }

/** The refresh token goes into the cookie and no further: the page gets the rest. */
export function splitTokens(answer: PoolAnswer, { remembered }: { remembered: boolean }): Outcome {
  const { AuthenticationResult: result, ...others } = JSON.parse(answer.body) as Signed
  if (result?.RefreshToken === undefined) return { answer }

  const { RefreshToken: token, ...tokens } = result
  return {
    answer: { ...answer, body: JSON.stringify({ ...others, AuthenticationResult: tokens }) },
    session: { username: String(decodeJwt(tokens.AccessToken)['username']), token, remembered },
  }
}
