import { isEmail } from '@nashta/contracts/account/checks'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { RATING_MAIL_DAYS } from '@nashta/contracts/constants'
import { RATING_RULES_PATH } from '@nashta/contracts/ratings/rating-texts'
import type { Document, DocumentKey, Documents } from '@nashta/documents/documents'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import type { NewsletterStore } from '../newsletter/newsletter-store.ts'
import { type DeliveredOrder, NOT_ASKED } from '../orders/order/delivered-orders.ts'
import { isGuestOrder } from '../orders/order/guest-orders.ts'
import { orderLinkToken } from '../orders/order/order-link.ts'
import { phaseOf } from '../orders/order/phase.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { unitsToPack } from '../orders/order/to-pack.ts'
import { guestEmailKey } from '../orders/order/unpaid-orders.ts'
import type { ShopStore } from '../shop/shop-store.ts'
import { pathToRate, type RatingDeps, ratingsOfOrders } from './ratings.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** One run asks so many buyers. The next one follows in a moment. */
const ASKS_PER_RUN = 50
/** A shop that sends no such mails forgets its delivered orders after this time. */
const FORGOTTEN_AFTER_DAYS = 60
/** A mail names so many snacks. */
const SNACKS_MAX = 5

export type RatingAskDeps = Pick<RatingDeps, 'ratings' | 'products' | 'purchases' | 'publicUrl' | 'now'> & {
  documents: Documents
  shop: ShopStore
  newsletter: NewsletterStore
}

/** Asks the shoppers whose orders were delivered so many days ago for ratings, once for each order. */
export async function askForRatings(deps: RatingAskDeps, signal?: AbortSignal) {
  const { documents, shop, now } = deps
  const { ratingMailDays: days = RATING_MAIL_DAYS } = await shop.read()
  const age = (days === 0 ? FORGOTTEN_AFTER_DAYS : days) * DAY_MS
  const below = new Date(now().getTime() - age).toISOString()
  const due = await documents.listByPlace<DeliveredOrder>(NOT_ASKED, { below, limit: ASKS_PER_RUN })
  for (const ask of due) {
    if (signal?.aborted) return
    await askOnce(deps, ask, days > 0)
  }
}

async function askOnce(deps: RatingAskDeps, ask: Document<DeliveredOrder>, isWanted: boolean) {
  const order = isWanted ? await deps.purchases.find(ask.body.purchaseId) : null
  const mail = order && (await mailFor(deps, order))
  // The mail and the end of its task are one transaction, so a repeated run sends no second one.
  await deps.documents
    .commit([{ delete: ask.key, seen: ask }], mail ? [mail] : [])
    .catch((error: unknown) => {
      // Another process has asked.
      if (!(error instanceof Error) || error.name !== 'Conflict') throw error
    })
}

async function mailFor(deps: RatingAskDeps, order: OrderRecord) {
  const { email } = order
  if (email === null || !isEmail(email) || phaseOf(order).name !== 'delivered') return null
  if (await hasStopped(deps, email)) return null
  const rated = new Set((await ratingsOfOrders(deps, [order])).map(({ productId }) => productId))
  const lines = order.lines.filter((line) => unitsToPack(order, line) > 0 && !rated.has(line.productId))
  const found = await deps.products.findMany(lines.map(({ productId }) => productId))
  if (found.length === 0) return null
  const link = (path: string) => new URL(path, deps.publicUrl).href
  return mailEntry({
    deduplicationId: order.purchaseId,
    to: email,
    message: {
      kind: 'rating-ask',
      data: {
        snacks: found
          .slice(0, SNACKS_MAX)
          .map(({ name, products_id }) => ({ name, url: link(pathToRate(order, products_id)) })),
        rulesUrl: link(RATING_RULES_PATH),
        // The page of a snack loads the button.
        stopUrl: link(`${productPath(found[0]?.products_id ?? '')}#stop=${orderLinkToken(order)}`),
      },
    },
    isCausedByOwner: !isGuestOrder(order),
    ...(!isGuestOrder(order) && { accountSub: order.userId }),
  })
}

/** The outbox key of the mail that asks for ratings of an order. */
export function ratingAskMailKey({ purchaseId }: Pick<OrderRecord, 'purchaseId'>) {
  return mailKey('rating-ask', purchaseId)
}

/** An address that wants no mails of ours gets none: neither these nor the newsletter. */
async function hasStopped({ documents, newsletter }: RatingAskDeps, email: string) {
  const [choice, subscriber] = await Promise.all([
    documents.get(stoppedKey(email)),
    newsletter.find(email.toLowerCase()),
  ])
  return choice !== null || subscriber?.status === 'unsubscribed'
}

export type RatingMailStops = {
  /** The address gets no more mails that ask for ratings. Safe to repeat. */
  stop: (email: string) => Promise<void>
  erase: (emails: readonly string[]) => Promise<void>
}

export function createRatingMailStops(documents: Documents): RatingMailStops {
  return {
    stop: (email) =>
      documents.retryConflicts(async () => {
        const seen = await documents.get(stoppedKey(email))
        if (!seen) await documents.commit([{ put: { key: stoppedKey(email), body: {} }, seen: null }])
      }),
    erase: (emails) => documents.erase(emails.map(stoppedKey)),
  }
}

/** The key has only a hash of the address. */
function stoppedKey(email: string): DocumentKey {
  return { pk: `no-rating-mails#${guestEmailKey(email)}`, sk: 'choice' }
}
