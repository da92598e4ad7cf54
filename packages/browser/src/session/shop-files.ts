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
    const send = async (token: string | null) => {
      const response = await request(pathOf(endpoint, { params }), {
        method: endpoint.method,
        headers: {
          ...(file && { 'content-type': file.type || 'application/octet-stream' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(file && { body: file }),
        ...(signal && { signal }),
      })
      if (!response.ok)
        throw errorOfResponse(response.status, parseJson(await receive(() => response.text())))
      return response
    }
    if (endpoint.access === 'public') return send(null)
    return callWithToken(getAccessToken, send, (error) => isShopError(error) && error.status === 401)
  }

  return {
    async send<E extends Endpoint & { upload: object }>(
      endpoint: E,
      file: Blob,
      options: FileCall = {},
    ): Promise<ReplyTo<E>> {
      const response = await call(endpoint, options, file)
      const result = endpoint.reply.safeParse(parseJson(await receive(() => response.text())))
      if (!result.success) throw new ShopError(RESPONSE_UNREADABLE, { cause: result.error })
      // `result.data` has the type of any endpoint's reply; the compiler cannot see that it is this endpoint's.
      return result.data as never
    },

    async fetch(endpoint: Endpoint & { file: object }, options: FileCall): Promise<Blob> {
      const response = await call(endpoint, options)
      return receive(() => response.blob())
    },
  }
}

function request(path: string, init: RequestInit) {
  return receive(() => fetch(path, init))
}

async function receive<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new ShopError(STORE_UNREACHABLE, { cause: error })
  }
}
