import { createHash } from 'node:crypto'
import * as contract from '@nashta/contracts/ratings/ratings'
import { readRoute, type Route, route, uploadRoute } from '@nashta/service-kit/http/routes'
import { networksOf } from '@nashta/service-kit/limits/networks'
import { isGuestOrder } from '../orders/order/guest-orders.ts'
import { orderNotFound } from '../orders/order/order-state.ts'
import { findLinkedOrder } from '../orders/work/find-linked-order.ts'
import type { RatingMailStops } from './rating-ask.ts'
import { voterKey } from './rating-store.ts'
import { ratingNotFound, toDesk, toShown } from './rating.ts'
import {
  answerRating,
  hideRating,
  isPublished,
  objectToHiding,
  ratedFamily,
  type Rater,
  raterOfAccount,
  type RatingDeps,
  readOwnRating,
  readRatingPicture,
  readRatingPictureAtDesk,
  removeOwnRating,
  requireOwnRating,
  saveRating,
  showRating,
  storeRatingPicture,
} from './ratings.ts'

export type RatingRoutesDeps = RatingDeps & { ratingMailStops: RatingMailStops }

export function ratingRoutes(deps: RatingRoutesDeps): Route[] {
  const { ratings } = deps
  /**
   * The rater of a guest's order. Throws for the order of an account: its mails may be forwarded, so the account
   * rates signed in.
   */
  async function linked(token: string): Promise<Rater> {
    const order = await findLinkedOrder(deps, token)
    if (!isGuestOrder(order)) throw orderNotFound()
    return { orders: [order] }
  }
  const own = raterOfAccount.bind(null, deps)
  return [
    readRoute(contract.listRatings, async ({ params: { id }, query: { sort, limit, cursor } }) => {
      const family = await ratedFamily(deps, id)
      const [stars, page] = await Promise.all([
        ratings.starsOf(family),
        ratings.page(family, sort, { limit, after: cursor }),
      ])
      return { data: { stars: [...stars], ratings: page.ratings.map(toShown), nextCursor: page.next } }
    }),
    route(contract.getRatingPicture, async ({ params }) => readRatingPicture(deps, params)),
    route(contract.findHelpful, async ({ caller, params: { ratingId }, request }) => {
      const key = caller ? voterKey(caller.sub) : visitorKey(request.ip, ratingId)
      const at = deps.now()
      const voted = await ratings.find(ratingId)
      if (!voted || !(await isPublished(deps, voted))) throw ratingNotFound()
      const rating = await ratings.vote(ratingId, { key, isAccount: caller !== null, at })
      if (!rating) throw ratingNotFound()
      return { data: { helpful: rating.helpful } }
    }),
    route(contract.stopRatingMails, async ({ params: { token } }) => {
      const { email } = await findLinkedOrder(deps, token)
      if (email !== null) await deps.ratingMailStops.stop(email)
      return { data: {} }
    }),

    route(contract.getOwnRating, async ({ caller, params: { id } }) => ({
      data: await readOwnRating(deps, await own(caller), id),
    })),
    route(contract.saveRating, async ({ caller, params: { id }, body }) => ({
      data: await saveRating(deps, await own(caller), id, body),
    })),
    route(contract.removeRating, async ({ caller, params: { id } }) => {
      await removeOwnRating(deps, await own(caller), id)
      return { data: {} }
    }),
    uploadRoute(contract.addRatingPicture, {
      admit: async ({ caller, params: { id } }) => {
        await requireOwnRating(deps, await own(caller), id)
      },
      handle: async ({ caller, params: { id } }, file, signal) => {
        const upload = { file, caller: caller.sub, signal }
        return { data: await storeRatingPicture(deps, await own(caller), id, upload) }
      },
    }),
    route(contract.objectToHiding, async ({ caller, params: { id }, body: { text } }) => ({
      data: await objectToHiding(deps, await own(caller), id, text),
    })),

    route(contract.getLinkedRating, async ({ params: { token, id } }) => ({
      data: await readOwnRating(deps, await linked(token), id),
    })),
    route(contract.saveLinkedRating, async ({ params: { token, id }, body }) => ({
      data: await saveRating(deps, await linked(token), id, body),
    })),
    route(contract.removeLinkedRating, async ({ params: { token, id } }) => {
      await removeOwnRating(deps, await linked(token), id)
      return { data: {} }
    }),
    uploadRoute(contract.addLinkedRatingPicture, {
      admit: async ({ params: { token, id } }) => {
        await requireOwnRating(deps, await linked(token), id)
      },
      handle: async ({ params: { token, id }, request: { ip } }, file, signal) => {
        const upload = { file, caller: networksOf(ip).narrow, signal }
        return { data: await storeRatingPicture(deps, await linked(token), id, upload) }
      },
    }),
    route(contract.objectToLinkedHiding, async ({ params: { token, id }, body: { text } }) => ({
      data: await objectToHiding(deps, await linked(token), id, text),
    })),

    route(contract.listRatingsAtDesk, async ({ query: { list, limit, cursor } }) => {
      const page = await ratings.list(list, { limit, after: cursor })
      return { data: { ratings: page.ratings.map(toDesk), nextCursor: page.next } }
    }),
    route(contract.getRatingPictureAtDesk, async ({ params }) => readRatingPictureAtDesk(deps, params)),
    route(contract.hideRating, async ({ caller, params: { ratingId }, body: { reason } }) => ({
      data: await hideRating(deps, caller, ratingId, reason),
    })),
    route(contract.showRating, async ({ caller, params: { ratingId } }) => ({
      data: await showRating(deps, caller, ratingId),
    })),
    route(contract.answerRating, async ({ caller, params: { ratingId }, body: { text } }) => ({
      data: await answerRating(deps, caller, ratingId, text),
    })),
  ]
}

/**
 * A visitor without an account has one vote for each network. For IPv6 this is the wide network, because its owner has
 * its narrow ones too. The hash is cut to six characters, which many networks share. So a stored vote does not tell
 * which network it came from.
 */
function visitorKey(ip: string, ratingId: string) {
  const { narrow, wide } = networksOf(ip)
  const hash = createHash('sha256')
    .update(`${ratingId} ${wide ?? narrow}`)
    .digest('hex')
  return `network#${hash.slice(0, 6)}`
}
