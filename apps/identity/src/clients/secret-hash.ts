import { createHmac } from 'node:crypto'

export type SecretHashOptions = {
  /** As the caller sends it; on a refresh, the access token's `username`. */
  username: string
  clientId: string
  clientSecret: string
}

/** What a client sends to show that it knows its secret. */
export function secretHash({ username, clientId, clientSecret }: SecretHashOptions) {
  return createHmac('sha256', clientSecret)
    .update(username + clientId)
    .digest('base64')
}
