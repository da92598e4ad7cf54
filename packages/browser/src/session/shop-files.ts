import { type Endpoint, type ReplyTo } from '@nashta/contracts/api/endpoint'
import { RESPONSE_UNREADABLE, STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { parseJson, pathOf } from '@nashta/contracts/api/fetch-shop'
import { errorOfResponse, isShopError, ShopError } from '@nashta/contracts/api/shop-error'
import { callWithToken, type GetAccessToken } from './access-token.ts'

type FileCallOptions = {
  params?: Record<string, string>
  query?: Record<string, string>
  signal?: AbortSignal
}

/** Calls of the Shop API that send or fetch a file. They reject with a `ShopError` only. */
export function createShopFiles(getAccessToken: GetAccessToken) {
  function call(endpoint: Endpoint, { params = {}, query = {}, signal }: FileCallOptions, file?: Blob) {
    const sendRequest = async (token: string | null) => {
      const init: RequestInit = {
        method: endpoint.method,
        headers: {
          ...(file && { 'content-type': file.type || 'application/octet-stream' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(file && { body: file }),
        ...(signal && { signal }),
      }
      const response = await mapNetworkErrors(() => fetch(pathOf(endpoint, { params, query }), init))
      if (!response.ok) throw errorOfResponse(response.status, await readJson(response))
      return response
    }
    if (endpoint.access === 'public') return sendRequest(null)
    return callWithToken(getAccessToken, sendRequest, isTokenRefused)
  }

  return {
    async upload<E extends Endpoint & { upload: object }>(
      endpoint: E,
      file: Blob,
      options: FileCallOptions = {},
    ): Promise<ReplyTo<E>> {
      const response = await call(endpoint, options, file)
      const result = endpoint.reply.safeParse(await readJson(response))
      if (!result.success) throw new ShopError(RESPONSE_UNREADABLE, { cause: result.error })
      // The compiler knows `result.data` only as the reply of some endpoint, not of this one.
      return result.data as never
    },

    async download(endpoint: Endpoint & { file: object }, options: FileCallOptions): Promise<Blob> {
      const response = await call(endpoint, options)
      return mapNetworkErrors(() => response.blob())
    },
  }
}

async function readJson(response: Response): Promise<unknown> {
  return parseJson(await mapNetworkErrors(() => response.text()))
}

/** Turns the error of a failed request, or of a body that ends early, into STORE_UNREACHABLE. */
async function mapNetworkErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ShopError(STORE_UNREACHABLE, { cause: error })
  }
}

function isTokenRefused(error: unknown) {
  return isShopError(error) && error.status === 401
}
