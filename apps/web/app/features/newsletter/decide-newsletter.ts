import { isRefused, ShopError } from '@nashta/contracts/api/shop-error'
import { confirmNewsletter, unsubscribeNewsletter } from '@nashta/contracts/newsletter/newsletter'
import { NEWSLETTER_LINK_INVALID } from '@nashta/contracts/newsletter/newsletter'
import { fetchShop } from '../../data/fetch-shop.ts'

const CALLS = { confirm: confirmNewsletter, unsubscribe: unsubscribeNewsletter }

export type NewsletterDecision = keyof typeof CALLS

export type Decided = { ok: boolean; message: string }

/** Carries out what somebody decided, by the token of their mail's link. */
export async function decideNewsletter(decision: NewsletterDecision, token: string): Promise<Decided> {
  try {
    const { data } = await fetchShop(CALLS[decision], { query: { token } })
    return { ok: true, message: data.message }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { ok: false, message: isRefused(error) ? NEWSLETTER_LINK_INVALID : error.message }
  }
}
