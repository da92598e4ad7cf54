import { createShopFiles } from '@nashta/browser/session/shop-files'
import {
  addLinkedRatingPicture,
  addRatingPicture,
  getLinkedRating,
  getOwnRating,
  objectToHiding,
  objectToLinkedHiding,
  type OwnRating,
  type RatingInput,
  removeLinkedRating,
  removeRating,
  saveLinkedRating,
  saveRating,
} from '@nashta/contracts/ratings/ratings'
import { getAccessToken } from '../../../data/calls/access-token.ts'
import { fetchShop } from '../../../data/calls/fetch-shop.ts'

const shopFiles = createShopFiles(getAccessToken)

/** `token`, from the link of an order, proves that a guest has received the snack `id`. Shoppers need none. */
export type RatingAccess = { id: string; token?: string }

export type OwnRatingState = { firstName: string; rating: OwnRating | null }

/** Resolves to 'no buyer' for somebody who has not received the snack. */
export async function readOwnRating({ id, token }: RatingAccess): Promise<OwnRatingState | 'no buyer'> {
  const { data } =
    token === undefined
      ? await fetchShop(getOwnRating, { params: { id } })
      : await fetchShop(getLinkedRating, { params: { id, token } })
  return data ?? 'no buyer'
}

export async function sendRating({ id, token }: RatingAccess, body: RatingInput): Promise<OwnRating> {
  return token === undefined
    ? (await fetchShop(saveRating, { params: { id }, body })).data
    : (await fetchShop(saveLinkedRating, { params: { id, token }, body })).data
}

export async function eraseRating({ id, token }: RatingAccess) {
  await (token === undefined
    ? fetchShop(removeRating, { params: { id } })
    : fetchShop(removeLinkedRating, { params: { id, token } }))
}

export async function sendObjection({ id, token }: RatingAccess, text: string): Promise<OwnRating> {
  return token === undefined
    ? (await fetchShop(objectToHiding, { params: { id }, body: { text } })).data
    : (await fetchShop(objectToLinkedHiding, { params: { id, token }, body: { text } })).data
}

export function sendRatingPicture({ id, token }: RatingAccess, picture: Blob) {
  return token === undefined
    ? shopFiles.upload(addRatingPicture, picture, { params: { id } })
    : shopFiles.upload(addLinkedRatingPicture, picture, { params: { id, token } })
}
