import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import * as z from 'zod'

const apiReply = z.object({
  data: z.unknown().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})

/** Returns a function that calls the Shop API at `url` with an access token. */
export function apiOf(url: string, token: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${SHOP_API_BASE}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...apiReply.parse(await response.json()) }
  }
}
