import { type ApiResponse, type Endpoint, type ReplyTo, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { ANSWER_UNREADABLE, STORE_UNREACHABLE } from '@nashta/contracts/identity/gateway-texts'
import { refusal, ShopError } from './shop-error.ts'

type Init = { method: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal }

type ShopFetch = (path: string, init: Init) => Promise<ApiResponse>

export type FetchShopDeps = {
  fetch: ShopFetch
  /** Null when nobody is signed in. */
  getAccessToken: () => Promise<string | null>
}

type ShopCall = {
  params?: Record<string, string>
  /** What is undefined or empty is left out. */
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Asks the Shop API what the contract describes. Rejects with a `ShopError`, and nothing else. */
export type FetchShop = <E extends Endpoint>(endpoint: E, call?: ShopCall) => Promise<ReplyTo<E>>

export function createFetchShop({ fetch, getAccessToken }: FetchShopDeps): FetchShop {
  /** Only where the call is somebody's own: a token on a public one would keep its answer out of caches. */
  async function authorisation({ access }: Endpoint): Promise<Record<string, string>> {
    const token = access === 'public' ? null : await getAccessToken()
    return token === null ? {} : { authorization: `Bearer ${token}` }
  }

  async function ask(path: string, init: Init) {
    try {
      const response = await fetch(path, init)
      return { response, text: await response.text() }
    } catch (error) {
      throw new ShopError(STORE_UNREACHABLE, { cause: error })
    }
  }

  return async function fetchShop(endpoint, { params, query, body, headers, signal } = {}) {
    const { response, text } = await ask(addressOf(endpoint, params, query), {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(await authorisation(endpoint)),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const answer = parseJson(text)
    if (!response.ok) throw refusal(response.status, answer)

    const result = endpoint.reply.safeParse(answer)
    if (!result.success) throw new ShopError(ANSWER_UNREADABLE, { cause: result.error })
    return result.data as never
  }
}

function addressOf({ path }: Endpoint, params: ShopCall['params'] = {}, query: ShopCall['query'] = {}) {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return `${SHOP_API_BASE}${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
