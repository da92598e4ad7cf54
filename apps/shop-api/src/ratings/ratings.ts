import { createHash } from 'node:crypto'
import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import { PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { type HideReason, RATING_RULES_PATH, ratePath } from '@nashta/contracts/ratings/rating-texts'
import type { RatingInput } from '@nashta/contracts/ratings/ratings'
import type { CleanPictureFile, PictureUpload } from '@nashta/images/clean-picture'
import type { ImageStore } from '@nashta/images/image-store'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ProductRecord, ProductStore } from '../catalogue/product-store.ts'
import { productNotFound } from '../catalogue/product-store.ts'
import {
  type Authorship,
  type AuthorshipDeps,
  authorshipOf,
  type Changes,
  nameOf,
} from '../operator-log/logged-change.ts'
import type { LogEntry } from '../operator-log/operator-log.ts'
import { isGuestOrder } from '../orders/order/guest-orders.ts'
import { orderLinkToken } from '../orders/order/order-link.ts'
import { phaseOf } from '../orders/order/phase.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import { unitsToPack } from '../orders/order/to-pack.ts'
import { guestEmailKey } from '../orders/order/unpaid-orders.ts'
import { createTicket, type TicketDeps } from '../tickets/tickets.ts'
import type { RatingStore } from './rating-store.ts'
import {
  addPicture,
  answer,
  changeRating,
  hide,
  newRating,
  object,
  ratingNotFound,
  type RatingRecord,
  removePicture,
  show,
  toDesk,
  toOwn,
} from './rating.ts'

const ID_BYTES = 12
const FIRST_NAME_MAX_LENGTH = 40

export type RatingDeps = AuthorshipDeps &
  Pick<TicketDeps, 'tickets' | 'publicUrl' | 'randomBytes'> & {
    ratings: RatingStore
    products: ProductStore
    purchases: PurchaseStore
    /** The pictures that shoppers send. They are never served with the public ones. */
    helpPictures: ImageStore
    cleanPicture: CleanPictureFile
    reportError: (error: unknown) => void
  }

/** Who rates: the orders that prove what the person has received. An account has several. */
export type Rater = { orders: readonly OrderRecord[] }

/** The orders of an account. */
export async function raterOfAccount({ purchases }: RatingDeps, { sub }: Caller): Promise<Rater> {
  return { orders: await purchases.listAll(sub) }
}

/**
 * What the person has received of a snack, and their rating.
 *
 * - `snack`: null if the product was deleted or is not published
 * - `found`: the rating under one of the person's keys, of the snack's family or else of this product, as the snack may
 *   be gone or in another family now
 * - `rating`: `found` if it was made with one of these orders, otherwise null
 */
async function findRating(deps: RatingDeps, { orders }: Rater, productId: string) {
  const snack = await findSnack(deps, productId)
  const received = snack && orders.find((order) => hasReceived(order, snack.packs))
  const keys = [...new Set(orders.flatMap(personKeysOf))]
  const id = snack?.product.products_id ?? productId
  const found =
    (snack && (await deps.ratings.findOf(keys, snack.family))) ??
    (await deps.ratings.listOf(keys)).find((each) => each.productId === id) ??
    null
  // Anybody can type an e-mail address at the checkout, so it does not make a rating theirs.
  const isOwn = found !== null && orders.some(({ purchaseId }) => purchaseId === found.purchaseId)
  if (!snack && !isOwn) throw productNotFound()
  return { snack, received, found, rating: isOwn ? found : null }
}

/** Null for a person who has not received the snack. */
export async function readOwnRating(deps: RatingDeps, rater: Rater, productId: string) {
  const { received, rating } = await findRating(deps, rater, productId)
  const order = rating ? rater.orders.find(({ purchaseId }) => purchaseId === rating.purchaseId) : received
  if (!order) return null
  return {
    firstName: firstNameOf(order),
    rating: rating && toOwn(rating),
  }
}

export async function saveRating(deps: RatingDeps, rater: Rater, productId: string, input: RatingInput) {
  const { ratings, now, randomBytes } = deps
  for (;;) {
    const { snack, received, found, rating } = await findRating(deps, rater, productId)
    if (!snack) throw productNotFound()
    const { product, family } = snack
    if (rating) {
      const removed = rating.pictures.filter(({ id }) => !input.pictures.includes(id))
      const changed = await ratings.change(rating.id, (before) => changeRating(before, input, now()))
      if (!changed) continue
      for (const { id } of removed) await deps.helpPictures.remove(pictureKey(rating.id, id))
      await copyAverage(deps, changed.family)
      return toOwn(changed)
    }
    if (!received) throw notABuyer()
    // A guest may type the address of an account. The guest's rating must not keep the account from rating. It has the
    // key of the address, so the account's rating gets only the key of the account.
    const isByGuest = found !== null && !isGuestOrder(received) && (await isOfGuest(deps, found))
    if (found && !isByGuest) throw ratedAlready()
    const created = newRating(
      input,
      {
        id: randomBytes(ID_BYTES).toString('hex'),
        family,
        productId: product.products_id,
        productName: product.name,
        purchaseId: received.purchaseId,
        personKeys: isByGuest ? [received.userId] : personKeysOf(received),
        firstName: firstNameOf(received),
      },
      now(),
    )
    if (await ratings.create(created)) {
      await copyAverage(deps, family)
      return toOwn(created)
    }
    // The same person has rated the snack at the same moment. The loop finds that rating.
  }
}

async function isOfGuest({ purchases }: RatingDeps, { purchaseId }: RatingRecord): Promise<boolean> {
  const order = await purchases.find(purchaseId)
  return order !== null && isGuestOrder(order)
}

/** A hidden rating is emptied and stays hidden: made again, it would be shown. */
export async function removeOwnRating(deps: RatingDeps, rater: Rater, productId: string) {
  const { rating, received } = await findRating(deps, rater, productId)
  if (!rating && !received) throw notABuyer()
  if (rating?.hidden) await emptyRating(deps, rating)
  else if (rating) await eraseRating(deps, rating)
}

async function emptyRating(
  { ratings, helpPictures, now }: RatingDeps,
  { id, stars, pictures }: RatingRecord,
) {
  const empty = { stars, text: '', isNamed: false, pictures: [] }
  await ratings.change(id, (rating) => changeRating(rating, empty, now()))
  for (const picture of pictures) await helpPictures.remove(pictureKey(id, picture.id))
}

/** The pictures are removed first: after an interruption, only the rating tells which are left. */
export async function eraseRating(
  deps: Pick<RatingDeps, 'ratings' | 'products' | 'helpPictures' | 'reportError'>,
  { id, pictures }: RatingRecord,
) {
  const remove = async (keys: RatingRecord['pictures']) => {
    for (const picture of keys) await deps.helpPictures.remove(pictureKey(id, picture.id))
  }
  await remove(pictures)
  const erased = await deps.ratings.erase(id)
  if (!erased) return
  // An upload may have added a picture after the files were removed.
  await remove(erased.pictures)
  await copyAverage(deps, erased.family)
}

/** The ratings that were made with the orders of a person, for the export and the erasure of their data. */
export async function ratingsOfOrders(
  { ratings }: Pick<RatingDeps, 'ratings'>,
  orders: readonly OrderRecord[],
): Promise<RatingRecord[]> {
  const found = await ratings.listOf([...new Set(orders.flatMap(personKeysOf))])
  const ids = new Set(orders.map(({ purchaseId }) => purchaseId))
  return found.filter(({ purchaseId }) => ids.has(purchaseId))
}

/** Throws unless the person has rated the snack. Checked before a picture is received. */
export async function requireOwnRating(deps: RatingDeps, rater: Rater, productId: string) {
  const { rating } = await findRating(deps, rater, productId)
  if (!rating) throw ratingNotFound()
  return rating
}

/** Stores a picture: first its entry in the rating, then its file, so that an erasure finds every file. */
export async function storeRatingPicture(
  deps: RatingDeps,
  rater: Rater,
  productId: string,
  { file, ...upload }: PictureUpload & { file: Buffer },
) {
  const { ratings, helpPictures, cleanPicture } = deps
  const { id } = await requireOwnRating(deps, rater, productId)
  const { bytes, width, height } = await cleanPicture(file, upload)
  // The same picture always has the same id, so a repeated upload adds nothing.
  const picture = { id: createHash('sha256').update(bytes).digest('hex').slice(0, 32), width, height }
  const key = pictureKey(id, picture.id)
  const changed = await ratings.change(id, (rating) => addPicture(rating, picture))
  if (!changed) throw ratingNotFound()
  try {
    await helpPictures.put(key, bytes)
  } catch (error) {
    if (!(await helpPictures.get(key)))
      await ratings.change(id, (rating) => removePicture(rating, picture.id))
    throw error
  }
  const stored = await ratings.find(id)
  if (!stored?.pictures.some((each) => each.id === picture.id)) {
    // The rating was erased after the entry was stored. The erasure may have found no file yet.
    await helpPictures.remove(key)
    throw ratingNotFound()
  }
  return toOwn(stored)
}

type PictureIds = { ratingId: string; pictureId: string }
type PictureDeps = Pick<RatingDeps, 'ratings' | 'products' | 'helpPictures'>

/** The pictures of a hidden rating are shown to operators only, and so are those of an unpublished snack. */
export async function readRatingPicture(deps: PictureDeps, ids: PictureIds) {
  const rating = await deps.ratings.find(ids.ratingId)
  const isShown = rating && !rating.hidden && (await isPublished(deps, rating))
  return pictureOf(deps, isShown ? rating : null, ids)
}

export async function readRatingPictureAtDesk(deps: PictureDeps, ids: PictureIds) {
  return pictureOf(deps, await deps.ratings.find(ids.ratingId), ids)
}

async function pictureOf(
  { helpPictures }: PictureDeps,
  rating: RatingRecord | null,
  { ratingId, pictureId }: PictureIds,
) {
  const isOwn = rating?.pictures.some(({ id }) => id === pictureId)
  const bytes = isOwn ? await helpPictures.get(pictureKey(ratingId, pictureId)) : null
  if (!bytes) throw new ServiceError('IMAGE_NOT_FOUND', 'There is no such picture')
  return { bytes, fileName: `${pictureId}.webp` }
}

/** The objection becomes a complaint, so that the law's deadlines hold for it. A repeated one does nothing. */
export async function objectToHiding(deps: RatingDeps, rater: Rater, productId: string, text: string) {
  const rating = await requireOwnRating(deps, rater, productId)
  if (!rating.hidden) throw new ServiceError('ILLEGAL_TRANSITION', 'This rating is not hidden')
  if (rating.objection) return toOwn(rating)
  const order = rater.orders.find(({ purchaseId }) => purchaseId === rating.purchaseId)
  if (!order) throw ratingNotFound()
  const { number } = await createTicket(
    deps,
    {
      name: order.shippingAddress.fullName.slice(0, PERSON_NAME_MAX_LENGTH),
      email: order.email ?? '',
      orderNumber: orderNumber(order.purchaseId),
      text: `About my hidden rating of ${rating.productName}:\n${text}`,
    },
    // One hiding has one objection, so a repeated request finds the first complaint.
    { key: `key:rating-objection-${rating.id}-${rating.turns}`, isAboutOrder: true },
  )
  const at = deps.now().toISOString()
  const changed = await deps.ratings.change(rating.id, (before) => object(before, { number, at }))
  if (!changed) throw ratingNotFound()
  return toOwn(changed)
}

export async function hideRating(deps: RatingDeps, caller: Caller, id: string, reason: HideReason) {
  const authorship = await authorshipOf(deps, caller)
  const hidden = { reason, at: authorship.at, by: nameOf(authorship) }
  return turn(deps, id, (rating) => hide(rating, hidden), authorship)
}

export async function showRating(deps: RatingDeps, caller: Caller, id: string) {
  return turn(deps, id, show, await authorshipOf(deps, caller))
}

/** Hides a rating or shows it again. The change, its mail and its log entry are one transaction. */
async function turn(
  deps: RatingDeps,
  id: string,
  apply: (rating: RatingRecord) => RatingRecord,
  authorship: Authorship,
) {
  const before = await deps.ratings.find(id)
  const order = before && (await deps.purchases.find(before.purchaseId))
  const changed = await deps.ratings.change(id, apply, (rating) => ({
    mail: order ? turnMail(deps, order, rating) : null,
    log: logEntryOf(rating, authorship),
  }))
  if (!changed) throw ratingNotFound()
  await copyAverage(deps, changed.family)
  return toDesk(changed)
}

function logEntryOf({ productId, hidden }: RatingRecord, authorship: Authorship): LogEntry {
  const [from, to] = hidden ? ['shown', `hidden: ${hidden.reason}`] : ['hidden', 'shown']
  return logOfSnack(productId, { rating: { from, to } }, authorship)
}

function logOfSnack(subject: string, changes: Changes, authorship: Authorship): LogEntry {
  return { ...authorship, kind: 'product', subject, action: 'update', changes }
}

/** The log says that a rating was answered, and not how: the answer is erased with the rating. */
export async function answerRating(deps: RatingDeps, caller: Caller, id: string, text: string) {
  const authorship = await authorshipOf(deps, caller)
  const changed = await deps.ratings.change(
    id,
    (rating) => answer(rating, text, deps.now()),
    ({ productId }) => ({
      log: logOfSnack(productId, { ratingAnswer: { from: null, to: 'added' } }, authorship),
    }),
  )
  if (!changed) throw ratingNotFound()
  return toDesk(changed)
}

function turnMail({ publicUrl }: RatingDeps, order: OrderRecord, rating: RatingRecord) {
  if (order.email === null) return null
  const { id, hidden, productId, productName, turns } = rating
  const data = {
    snack: productName,
    url: new URL(pathToRate(order, productId), publicUrl).href,
    rulesUrl: new URL(RATING_RULES_PATH, publicUrl).href,
  }
  return mailEntry({
    deduplicationId: `${id}:${turns}`,
    to: order.email,
    message: hidden
      ? { kind: 'rating-hidden', data: { ...data, reason: hidden.reason } }
      : { kind: 'rating-shown', data },
    isCausedByOwner: true,
    ...(!isGuestOrder(order) && { accountSub: order.userId }),
  })
}

/** Where the shopper of the order rates a snack. */
export function pathToRate(order: OrderRecord, productId: string) {
  return ratePath(productId, isGuestOrder(order) ? orderLinkToken(order) : undefined)
}

/** The outbox keys of all mails about the rating. */
export function ratingMailKeys({ id, turns }: RatingRecord) {
  return Array.from({ length: turns }, (_, index) => `${id}:${index + 1}`).flatMap((turnId) => [
    mailKey('rating-hidden', turnId),
    mailKey('rating-shown', turnId),
  ])
}

/** Copies the average of a snack to its packs. A copy that fails is repeated by `copyAverages`. */
export async function copyAverage(deps: CopyDeps & Pick<RatingDeps, 'reportError'>, family: string) {
  try {
    await copyToFamily(deps, family)
  } catch (error) {
    deps.reportError(error)
  }
}

export type CopyDeps = Pick<RatingDeps, 'ratings' | 'products'>

async function copyToFamily({ ratings, products }: CopyDeps, family: string) {
  await ratings.copy(family, async (sum) => {
    const packs = await products.listFamily(family)
    for (const { products_id } of packs) await products.setRating(products_id, sum)
  })
}

/** Repeats the copies that failed, or that a process which died did not make. */
export async function copyAverages(deps: CopyDeps, signal?: AbortSignal) {
  for (const family of await deps.ratings.listToCopy()) {
    if (signal?.aborted) return
    await copyToFamily(deps, family)
  }
}

/** A pack that is new in its family gets the average of the family. */
export async function copyAverageToPack(
  deps: CopyDeps,
  product: Pick<ProductRecord, 'products_id' | 'family'>,
) {
  const { ratings, products } = deps
  await ratings.copy(familyOf(product), (sum) => products.setRating(product.products_id, sum))
}

/** Whether any pack of the rated snack is published. */
export async function isPublished({ products }: Pick<RatingDeps, 'products'>, { family }: RatingRecord) {
  const packs = await products.listFamily(family)
  return (await products.findMany(packs.map(({ products_id }) => products_id))).length > 0
}

/** Null for a draft, like for an unknown product: nobody learns of drafts. */
async function findSnack({ products }: Pick<RatingDeps, 'products'>, productId: string) {
  const product = await products.find(productId)
  if (!product) return null
  const family = familyOf(product)
  const packs = new Set((await products.listFamily(family)).map(({ products_id }) => products_id))
  return { product, family, packs }
}

/** The family of the product's ratings. Drafts have none to see. */
export async function ratedFamily({ products }: Pick<RatingDeps, 'products'>, productId: string) {
  const product = await products.find(productId)
  if (!product) throw productNotFound()
  return familyOf(product)
}

function hasReceived(order: OrderRecord, packs: ReadonlySet<string>) {
  if (phaseOf(order).name !== 'delivered') return false
  return order.lines.some((line) => packs.has(line.productId) && unitsToPack(order, line) > 0)
}

function personKeysOf({ userId, email }: OrderRecord): string[] {
  return [userId, ...(email === null ? [] : [guestEmailKey(email)])]
}

function firstNameOf({ shippingAddress }: OrderRecord) {
  const [first = ''] = shippingAddress.fullName.trim().split(/\s+/)
  return first.slice(0, FIRST_NAME_MAX_LENGTH)
}

function pictureKey(ratingId: string, pictureId: string) {
  return `rating-${ratingId}-${pictureId}.webp`.toLowerCase()
}

function notABuyer() {
  return new ServiceError('NOT_A_BUYER', 'Only shoppers who have received this snack from us can rate it')
}

function ratedAlready() {
  return new ServiceError('RATED_ALREADY', 'You have rated this snack already, with an earlier order')
}
