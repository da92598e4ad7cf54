import { STOCK_ALERT_MAIL_LIMIT } from '@nashta/contracts/api/rate-limits'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { EMAIL_NOT_CONFIRMED, NOT_SOLD_OUT } from '@nashta/contracts/stock-alerts/stock-alert-texts'
import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import type { Document } from '@nashta/documents/documents'
import { Conflict } from '@nashta/documents/documents'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import type { Caller, EmailOf } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { productNotFound, type ProductRecord, type ProductStore } from '../catalogue/product-store.ts'
import {
  confirmableSince,
  confirmableUntil,
  hashToken,
  linkInvalid,
  type MailedLinkDeps,
  mailLimit,
  newMailedLink,
} from '../newsletter/mailed-link.ts'
import type { AlertOwner, AwaitedProduct, StockAlert, StockAlertStore } from './stock-alert-store.ts'
import { leftOf, toldOne, waveOf } from './waves.ts'

/** One run adds so many mails at most, so that codes and mails about orders never wait behind many. */
const MAILS_PER_RUN = 50
/** A run adds no mails while so many of any kind are due. */
const MAILS_DUE_MAX = 100
/** A run adds no mails while so many of its own have not left: then the mail server is away. */
const OWN_MAILS_MAX = 1000
/** One product gets so many mails before the next one has its turn. */
const MAILS_PER_TURN = 10
const PRODUCTS_PER_PAGE = 100
/** A run ends so many alerts of a deleted product. */
const DROPPED_PER_RUN = 50

export type StockAlertDeps = MailedLinkDeps & {
  stockAlerts: StockAlertStore
  products: ProductStore
  verifiedEmailOf: EmailOf
  newId: () => string
  now: () => Date
}

export async function addStockAlert(deps: StockAlertDeps, caller: Caller, productId: string) {
  const { products_id } = await requireSoldOut(deps, productId)
  const email = await deps.verifiedEmailOf(caller)
  if (email === null) throw new ServiceError('EMAIL_NOT_CONFIRMED', EMAIL_NOT_CONFIRMED)
  await deps.stockAlerts.add({
    id: deps.newId(),
    productId: products_id,
    askedAt: deps.now().toISOString(),
    email: email.toLowerCase(),
    userId: caller.sub,
  })
}

/** Does the same work for every address, as a subscription to the newsletter does. */
export async function requestStockAlert(deps: StockAlertDeps, form: { productId: string; email: string }) {
  const product = await requireSoldOut(deps, form.productId)
  const at = deps.now()
  const email = form.email.toLowerCase()
  const { tokenHash, pageUrl } = newMailedLink(deps)
  await deps.stockAlerts.request({
    email,
    productId: product.products_id,
    tokenHash,
    at,
    mailLimit: mailLimit(STOCK_ALERT_MAIL_LIMIT, at),
    confirmableUntil: confirmableUntil(at),
    mail: mailEntry({
      deduplicationId: tokenHash,
      to: email,
      message: {
        kind: 'stock-alert-confirm',
        data: {
          snack: lineName(product),
          confirmUrl: pageUrl(contract.confirmStockAlert),
          stopUrl: pageUrl(contract.stopStockAlert),
        },
      },
    }),
  })
}

export async function confirmStockAlert({ stockAlerts, now, newId }: StockAlertDeps, token: string) {
  const at = now()
  const when = { mailedAfter: confirmableSince(at), at, id: newId() }
  if (!(await stockAlerts.confirm(hashToken(token), when))) throw linkInvalid()
}

export async function stopStockAlert({ stockAlerts, now }: StockAlertDeps, token: string) {
  if (!(await stockAlerts.stop(hashToken(token), now()))) throw linkInvalid()
}

async function requireSoldOut({ products }: StockAlertDeps, productId: string): Promise<ProductRecord> {
  const product = await products.find(productId)
  if (!product) throw productNotFound()
  if (product.stock !== 0) throw new ServiceError('NOT_SOLD_OUT', NOT_SOLD_OUT)
  return product
}

/** The keys of all mails about stock alerts that the outbox may have of these persons. */
export async function stockAlertMailKeys(stockAlerts: StockAlertStore, owners: readonly AlertOwner[]) {
  const { alertIds, tokenHashes } = await stockAlerts.listMailed(owners)
  return [
    ...alertIds.map((id) => mailKey('stock-alert', id)),
    ...tokenHashes.map((tokenHash) => mailKey('stock-alert-confirm', tokenHash)),
  ]
}

export type TellDeps = Pick<StockAlertDeps, 'stockAlerts' | 'products' | 'publicUrl' | 'now'> & {
  /** How many mails of any kind are due, and how many mails about stock have not left. */
  countMails: () => Promise<{ due: number; ofKind: number }>
}

/** A product that is in stock again, with its entry in the list of awaited products. */
type BackProduct = { awaited: Document<AwaitedProduct>; product: ProductRecord }

/**
 * Writes to those who wait for products that are back, in the order in which they asked. What this
 * run leaves is for the next one, which begins after the product that is returned.
 */
export async function tellOfStock(deps: TellDeps, after: string | undefined, signal?: AbortSignal) {
  const back = await findBack(deps, signal)
  if (back.length === 0) return after
  const { due, ofKind } = await deps.countMails()
  let room = Math.min(MAILS_PER_RUN, MAILS_DUE_MAX - due, OWN_MAILS_MAX - ofKind)
  const isLater = ({ product }: BackProduct) => after === undefined || product.products_id > after
  let turns = [...back.filter(isLater), ...back.filter((each) => !isLater(each))]
  let last = after
  while (turns.length > 0) {
    const next: BackProduct[] = []
    for (const { awaited, product } of turns) {
      if (room <= 0 || signal?.aborted) return last
      const most = Math.min(room, MAILS_PER_TURN)
      const told = await tellOfProduct(deps, awaited, product, most)
      room -= told.count
      last = product.products_id
      // More persons may wait when the turn has used all its places.
      if (told.count === most) next.push({ awaited: told.awaited, product })
    }
    turns = next
  }
  return last
}

/** The awaited products that are back. Ends the waves of those that are not, and the alerts of deleted ones. */
async function findBack({ stockAlerts, products }: TellDeps, signal?: AbortSignal): Promise<BackProduct[]> {
  const back: BackProduct[] = []
  let after: string | undefined
  for (;;) {
    const page = await stockAlerts.listAwaited({ limit: PRODUCTS_PER_PAGE, after })
    const found = await products.findMany(page.map(({ body }) => body.productId))
    const byId = new Map(found.map((product) => [product.products_id, product]))
    for (const awaited of page) {
      if (signal?.aborted) return []
      const product = byId.get(awaited.body.productId)
      if (product !== undefined && product.stock !== 0) back.push({ awaited, product })
      else if (product === undefined && (await products.findWithDrafts(awaited.body.productId)) === null)
        await unlessChanged(stockAlerts.drop(awaited, DROPPED_PER_RUN))
      // A draft is as good as sold out.
      else if (awaited.body.wave !== null) await unlessChanged(stockAlerts.saveWave(awaited, null))
    }
    after = page.at(-1)?.body.productId
    if (page.length < PRODUCTS_PER_PAGE) return back
  }
}

/** Returns how many people it has told, and the product as it is stored then. */
async function tellOfProduct(
  { stockAlerts, publicUrl, now }: TellDeps,
  awaited: Document<AwaitedProduct>,
  product: ProductRecord,
  most: number,
) {
  const at = now()
  let wave = waveOf(awaited.body.wave, product.stock, at)
  const count = leftOf(wave, most)
  if (wave === null || count === 0) {
    // The next look compares the stock with this one.
    if (wave !== awaited.body.wave) await unlessChanged(stockAlerts.saveWave(awaited, wave))
    return { count: 0, awaited }
  }
  const alerts = await stockAlerts.first(product.products_id, count)
  if (alerts.length === 0) {
    await unlessChanged(stockAlerts.rest(awaited))
    return { count: 0, awaited }
  }
  let stored = awaited
  for (const [told, alert] of alerts.entries()) {
    wave = toldOne(wave)
    const mail = mailOf(alert.body, product, publicUrl)
    // An alert that was taken back meanwhile ends this run; the next one goes on behind it.
    const after = await unlessChanged(stockAlerts.tell(stored, { alert, wave, mail, at }))
    if (after === null) return { count: told, awaited: stored }
    stored = after
  }
  return { count: alerts.length, awaited: stored }
}

async function unlessChanged<T>(writing: Promise<T>): Promise<T | null> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof Conflict) return null
    throw error
  }
}

function mailOf({ id, email, userId }: StockAlert, product: ProductRecord, publicUrl: string) {
  return mailEntry({
    deduplicationId: id,
    to: email,
    message: {
      kind: 'stock-alert',
      data: { snack: lineName(product), url: new URL(productPath(product.products_id), publicUrl).href },
    },
    isCausedByOwner: true,
    ...(userId !== undefined && { accountSub: userId }),
  })
}
