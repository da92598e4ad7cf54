import { randomUUID } from 'node:crypto'
import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { type OperatorRole, rolesFor } from '@nashta/contracts/api/operator-roles'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'

/**
 * Every route of the Shop API and of the recommendation service, and the upload of pictures, each
 * with its whole path.
 */
export function endpoints(): [name: string, endpoint: Endpoint][] {
  return Object.entries({ ...shopApiEndpoints, uploadPicture, getRecommendations }).map(
    ([name, endpoint]): [string, Endpoint] => [name, { ...endpoint, path: SHOP_API_BASE + endpoint.path }],
  )
}

/** The roles of operators that may make the call. Calls of shoppers have none. */
export function rolesOf({ access, method, path }: Endpoint): OperatorRole[] {
  return access === 'admin' ? rolesFor({ method, path: path.slice(SHOP_API_BASE.length) }) : []
}

/** Fills the parameters of the path. */
export function pathOf({ path }: Endpoint, values: Record<string, string>) {
  return path.replace(/:(\w+)/g, (_found, name: string) => values[name] ?? '')
}

/** The body of the response to a shopper who has nothing to read. */
export const NO_DATA = '{"data":null}'

export type Call = { query: string; body?: string }

export type SeenResponse = { status: number; text: string; headers: string }

export async function sendCall(
  address: string,
  method: string,
  token: string,
  { query, body }: Call,
): Promise<SeenResponse> {
  const response = await fetch(address + query, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Some endpoints refuse every request without an idempotency key.
      ...(method === 'POST' && { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }),
    },
    ...(body !== undefined && { body }),
  })
  /** Headers that differ from response to response. */
  const changing = new Set(['date', 'x-request-id'])
  const headers = [...response.headers].filter(([name]) => !changing.has(name))
  return { status: response.status, text: await response.text(), headers: JSON.stringify(headers) }
}
