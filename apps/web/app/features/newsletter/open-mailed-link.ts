import { Refusal } from '@nashta/browser/forms/failure-text'
import { isFinalRefusal, isShopError } from '@nashta/contracts/api/shop-error'
import { LINK_INVALID } from '@nashta/contracts/newsletter/mailed-link'
import { confirmNewsletter, unsubscribeNewsletter } from '@nashta/contracts/newsletter/newsletter'
import { confirmStockAlert, stopStockAlert } from '@nashta/contracts/stock-alerts/stock-alerts'
import { fetchShop } from '../../data/calls/fetch-shop.ts'

/** The calls of the mailed links, by the paths of their pages. */
const ENDPOINTS = {
  'newsletter/confirm': confirmNewsletter,
  'newsletter/unsubscribe': unsubscribeNewsletter,
  'back-in-stock/confirm': confirmStockAlert,
  'back-in-stock/stop': stopStockAlert,
}

export type MailedLinkId = keyof typeof ENDPOINTS

/** Does what the link is for. Returns what the visitor reads then. */
export async function openMailedLink(id: MailedLinkId, token: string): Promise<string> {
  try {
    return (await fetchShop(ENDPOINTS[id], { query: { token } })).data.message
  } catch (error) {
    // A token that is too long is refused before it is sent, by an error that is not the store's.
    const isInvalid = isFinalRefusal(error) || !isShopError(error)
    throw new Refusal(isInvalid ? LINK_INVALID : error.message)
  }
}
