import { parseJson } from '@nashta/contracts/api/fetch-shop'
import * as z from 'zod/mini'

const claimsSchema = z.object({ 'cognito:groups': z.optional(z.array(z.string())) })

/** The groups that an access token names. The desk uses them only to hide controls: the Shop API checks every call. */
export function groupsOf(accessToken: string | null): string[] {
  const [, payload = ''] = accessToken?.split('.') ?? []
  const claims = claimsSchema.safeParse(parseJson(decodeBase64Url(payload)))
  return claims.data?.['cognito:groups'] ?? []
}

function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
