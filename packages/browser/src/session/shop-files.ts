import { type Endpoint, type ReplyTo } from '@nashta/contracts/api/endpoint'
import { parseJson, pathOf } from '@nashta/contracts/api/fetch-shop'
import {
  errorOfResponse,
  isShopError,
  RESPONSE_UNREADABLE,
  ShopError,
  STORE_UNREACHABLE,
} from '@nashta/contracts/api/shop-error'
import { callWithToken, type GetAccessToken } from './access-token.ts'

type FileCall = { params?: Record<string, string>; signal?: AbortSignal }

/** The calls of the Shop API whose request or response is a file. They reject with a `ShopError` only. */
export function createShopFiles(getAccessToken: GetAccessToken) {
  function call(endpoint: Endpoint, { params = {}, signal }: FileCall, file?: Blob) {
    const callWith = async (token: string | null) => {
      const init: RequestInit = {
        method: endpoint.method,
        headers: {
          ...(file && { 'content-type': file.type || 'application/octet-stream' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(file && { body: file }),
        ...(signal && { signal }),
      }
      const response = await orUnreachable(() => fetch(pathOf(endpoint, { params }), init))
      if (!response.ok) throw errorOfResponse(response.status, await readJson(response))
      return response
    }
    if (endpoint.access === 'public') return callWith(null)
    return callWithToken(getAccessToken, callWith, (error) => isShopError(error) && error.status === 401)
  }

  return {
    async send<E extends Endpoint & { upload: object }>(
      endpoint: E,
      file: Blob,
      options: FileCall = {},
    ): Promise<ReplyTo<E>> {
      const response = await call(endpoint, options, file)
      const result = endpoint.reply.safeParse(await readJson(response))
      if (!result.success) throw new ShopError(RESPONSE_UNREADABLE, { cause: result.error })
      // `result.data` has the type of any endpoint's reply; the compiler cannot see that it is this endpoint's.
      return result.data as never
    },

    async fetch(endpoint: Endpoint & { file: object }, options: FileCall): Promise<Blob> {
      const response = await call(endpoint, options)
      return orUnreachable(() => response.blob())
    },
  }
}

async function readJson(response: Response): Promise<unknown> {
  return parseJson(await orUnreachable(() => response.text()))
}

/** A request that fails, or a body that ends early, means that the store is unreachable. */
async function orUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ShopError(STORE_UNREACHABLE, { cause: error })
  }
}
