import { callWithToken, type GetAccessToken } from '@nashta/browser/session/access-token'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { parseJson } from '@nashta/contracts/api/fetch-shop'
import {
  errorOfResponse,
  isShopError,
  RESPONSE_UNREADABLE,
  ShopError,
  STORE_UNREACHABLE,
} from '@nashta/contracts/api/shop-error'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'

/** Sends a file to the picture store. Rejects with a `ShopError` only. */
export function sendPicture(file: Blob, getAccessToken: GetAccessToken) {
  return callWithToken(
    getAccessToken,
    (token) => send(file, token),
    (error) => isShopError(error) && error.status === 401,
  )
}

async function send(file: Blob, token: string | null) {
  const { response, body } = await post(file, token)
  if (!response.ok) throw errorOfResponse(response.status, body)
  const result = uploadPicture.reply.safeParse(body)
  if (!result.success) throw new ShopError(RESPONSE_UNREADABLE, { cause: result.error })
  return result.data.data
}

async function post(file: Blob, token: string | null) {
  try {
    const response = await fetch(SHOP_API_BASE + uploadPicture.path, {
      method: uploadPicture.method,
      headers: {
        'content-type': file.type || 'application/octet-stream',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: file,
    })
    return { response, body: parseJson(await response.text()) }
  } catch (error) {
    throw new ShopError(STORE_UNREACHABLE, { cause: error })
  }
}
