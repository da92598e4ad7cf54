import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'

export function tokenExpiryOf(now: Date, lifetimeSeconds = ACCESS_TOKEN_LIFETIME_SECONDS): number {
  return now.getTime() + lifetimeSeconds * 1000
}

/** A session lasts up to and including the instant of its expiry. */
export function isExpired(session: { tokenExpiry: number }, now: Date): boolean {
  return now.getTime() > session.tokenExpiry
}
