import { IDEMPOTENCY_KEY_HEADER } from '../constants.ts'
import { CONTRACT_HEADER, CONTRACT_VERSION } from './contract-version.ts'
import { type Endpoint, type ReplyTo, SHOP_API_BASE } from './endpoint.ts'
import { RESPONSE_UNREADABLE, STORE_UNREACHABLE } from './error-texts.ts'
import { errorOfResponse, ShopError } from './shop-error.ts'

export type ShopCall = {
  params?: Record<string, string>
  /** Undefined and empty values are left out. */
  query?: Record<string, string | number | undefined>
  body?: unknown
  /** A unique text that makes the call safe to repeat. */
  idempotencyKey?: string
  /** The version that the caller has read. The call is refused if the resource has changed. */
  ifMatch?: string
  /** Not sent to public endpoints: a token would keep the response out of shared caches. */
  accessToken?: string | null
  /** A server sends its visitor's network address, so that rate limits count for the visitor. */
  visitorAddress?: string | undefined
  signal?: AbortSignal
}

/**
 * Calls an endpoint of the Shop API or of the recommendation service. Rejects with a `ShopError`
 * only. There are two implementations: `httpFetchShop` below, and `inProcessFetch` of the service
 * kit, which calls the routes of the same process.
 */
export type FetchShop = <E extends Endpoint>(endpoint: E, call?: ShopCall) => Promise<ReplyTo<E>>

export type HttpOptions = {
  /** The origin of the store; without it, the origin of the page. */
  origin?: string
  timeoutMs?: number
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Sent by pages only, which pass no origin. Services may be of different releases. */
const PAGE_HEADERS = { [CONTRACT_HEADER]: CONTRACT_VERSION }

export function httpFetchShop({
  origin = '',
  timeoutMs,
  fetch = (url, init) => globalThis.fetch(url, init),
}: HttpOptions): FetchShop {
  async function send(endpoint: Endpoint, call: ShopCall) {
    try {
      const path = pathOf(endpoint, call)
      const response = await fetch(origin ? new URL(path, origin).href : path, {
        method: endpoint.method,
        headers: { ...headersOf(endpoint, call), ...(origin ? {} : PAGE_HEADERS) },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        ...signalOptions(call.signal, timeoutMs),
      })
      return { response, text: await response.text() }
    } catch (error) {
      throw new ShopError(STORE_UNREACHABLE, { cause: error })
    }
  }

  return async function fetchShop(endpoint, call = {}) {
    const { response, text } = await send(endpoint, call)
    const body = parseJson(text)
    if (!response.ok) throw errorOfResponse(response.status, body)

    const result = endpoint.reply.safeParse(body)
    if (!result.success) throw new ShopError(RESPONSE_UNREADABLE, { cause: result.error })
    // The compiler knows `result.data` only as the reply of some endpoint, not of this one.
    return result.data as never
  }
}

export function queryEntries({ query = {} }: ShopCall): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
}

/** The path with its parameters and query: `/api/products/donut`, `/api/products?search=laddoo`. */
export function pathOf({ path }: Endpoint, call: ShopCall) {
  const { params = {} } = call
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(queryEntries(call)).toString()
  return `${SHOP_API_BASE}${filled}${search && `?${search}`}`
}

function headersOf({ access }: Endpoint, call: ShopCall) {
  const { body, accessToken, idempotencyKey, ifMatch, visitorAddress } = call
  return {
    ...(visitorAddress !== undefined && { 'x-forwarded-for': visitorAddress }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(accessToken && access !== 'public' && { authorization: `Bearer ${accessToken}` }),
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  }
}

function signalOptions(signal: AbortSignal | undefined, timeoutMs: number | undefined) {
  if (timeoutMs === undefined) return signal && { signal }
  const timeout = AbortSignal.timeout(timeoutMs)
  return { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
}

/** Undefined for an empty body and for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
