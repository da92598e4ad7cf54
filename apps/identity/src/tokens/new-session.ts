import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import { REFRESH_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/identity/identity-gateway'
import * as z from 'zod/mini'
import { deviceName, deviceToken } from '../wire/fields.ts'
import { hashRefreshToken, newRefreshToken } from './issue-tokens.ts'
import type { Session } from './session-store.ts'

/**
 * The metadata that the gateway adds to a sign-in. Other clients send none. `rememberMe` is 'true'
 * or 'false', because all values of Cognito's ClientMetadata are texts.
 */
export const sessionMetadata = z._default(
  z.object({ device: deviceName, deviceToken, rememberMe: z.optional(z.string()) }),
  {},
)

type NewSession = { sub: string; clientId: string; metadata: z.output<typeof sessionMetadata> }

export function newSession(
  { newId, now }: { newId: () => string; now: () => Date },
  { sub, clientId, metadata: { device, rememberMe } }: NewSession,
): { session: Session; refreshToken: string } {
  const refreshToken = newRefreshToken()
  const signedInAt = now()
  // If `rememberMe` is 'false', pages never refresh the session. So it ends with the
  // first access token.
  const lifetimeSeconds =
    rememberMe === 'false' ? ACCESS_TOKEN_LIFETIME_SECONDS : REFRESH_TOKEN_LIFETIME_SECONDS
  return {
    refreshToken,
    session: {
      id: newId(),
      sub,
      clientId,
      refreshHash: hashRefreshToken(refreshToken),
      device: device ?? null,
      signedInAt,
      lastUsedAt: signedInAt,
      expiresAt: new Date(signedInAt.getTime() + lifetimeSeconds * 1000),
    },
  }
}
