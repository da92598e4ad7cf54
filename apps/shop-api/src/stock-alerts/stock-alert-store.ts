import {
  STOCK_ALERT_DAYS,
  STOCK_ALERTS_LIMITED,
  STOCK_ALERTS_MAX,
} from '@nashta/contracts/stock-alerts/stock-alert-texts'
import type { Document, DocumentKey, Documents, NewDocument } from '@nashta/documents/documents'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type MailLimit, mayMail } from '../newsletter/mailed-link.ts'
import { guestEmailKey } from '../orders/order/unpaid-orders.ts'
import type { Wave } from './waves.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** An alert that was sent is stored for this long, so that an erasure finds its mail in the outbox. */
const TOLD_DAYS = 30
/** The outbox deletes a mail after at most this time: four days of attempts, and thirty days after them. */
const MAILED_DAYS = 35
/** For this long, a stopped link still says that it was stopped. It contains nothing about the person. */
const STOPPED_DAYS = 30
/** An alert keeps this many links, the ones that were confirmed last. */
const LINKS_MAX = 10

/** The list of the products that somebody waits for. */
const AWAITED = 'stock-alerts'

/** The product that a person waits for. */
export type StockAlert = {
  id: string
  productId: string
  askedAt: string
  /** In lower case. */
  email: string
  /** Absent for a guest. */
  userId?: string
  /** The hashes of the tokens by which it was confirmed. These links end with the alert. */
  links?: readonly string[]
}

/** The entry of an alert in the list of a person. */
type PersonAlert = StockAlert & { toldAt?: string }

/** A product that somebody waits for, or has waited for. */
export type AwaitedProduct = { productId: string; isAwaited: boolean; wave: Wave | null }

/** A link by which a guest confirms or ends an alert. */
type AlertLink = { email: string; productId: string; mailedAt: string; isConfirmed?: boolean }

type StoppedLink = { isStopped: true }

/**
 * The links that were mailed to an address, oldest first, so that they can be counted and erased. A
 * link is here for longer than it can be confirmed; its alert knows it after that.
 */
type MailedLinks = { mailed: readonly { tokenHash: string; mailedAt: string }[] }

/** A list of alerts: those of an account, or those of an e-mail address. */
export type AlertOwner = { userId: string } | { email: string }

type AlertRequest = {
  email: string
  productId: string
  tokenHash: string
  mail: OutboxEntry
  mailLimit: MailLimit
  /** The end of the link, unless it is confirmed. */
  confirmableUntil: Date
  at: Date
}

export interface StockAlertStore {
  /**
   * Adds the alert at the end of those of its product, unless the person has one. One that a guest
   * confirmed with the address of an account becomes the account's, at its place.
   */
  add(alert: StockAlert): Promise<void>

  remove(owner: AlertOwner, productId: string): Promise<void>

  /** The alerts that wait, newest first. */
  listOf(owner: AlertOwner): Promise<StockAlert[]>

  /** Stores the link and adds its mail to the outbox, unless the address is over its limit. */
  request(request: AlertRequest): Promise<void>

  /**
   * Adds the alert of the link. A link works once. Returns false when the link is unknown, was stopped
   * or was not mailed after `mailedAfter`.
   */
  confirm(tokenHash: string, when: { mailedAfter: Date; at: Date; id: string }): Promise<boolean>

  /** Removes the alert of the link. Safe to repeat. Returns false for an unknown link. */
  stop(tokenHash: string, at: Date): Promise<boolean>

  /** The products that somebody waits for, after the given one. */
  listAwaited(page: { limit: number; after: string | undefined }): Promise<Document<AwaitedProduct>[]>

  /** The alerts of a product that wait the longest. */
  first(productId: string, limit: number): Promise<Document<StockAlert>[]>

  /** Ends the alert and adds its mail, in one transaction. Returns the product as it is stored then. */
  tell(
    product: Document<AwaitedProduct>,
    told: { alert: Document<StockAlert>; wave: Wave; mail: OutboxEntry; at: Date },
  ): Promise<Document<AwaitedProduct>>

  saveWave(product: Document<AwaitedProduct>, wave: Wave | null): Promise<void>

  /** Takes the product out of the list, unless somebody waits for it. */
  rest(product: Document<AwaitedProduct>): Promise<void>

  /**
   * Ends the alerts of a deleted product, at most so many at a time, and takes the product out of the list
   * once none is left.
   */
  drop(product: Document<AwaitedProduct>, most: number): Promise<void>

  /** What the outbox may have of these persons: the ids of alerts that were sent, and the hashes of tokens. */
  listMailed(owners: readonly AlertOwner[]): Promise<{ alertIds: string[]; tokenHashes: string[] }>

  erase(owners: readonly AlertOwner[]): Promise<void>
}

export function createStockAlertStore(documents: Documents): StockAlertStore {
  const readOf = (owner: AlertOwner) => documents.listByKey<PersonAlert>(personPk(owner))
  const readMailed = (email: string) => documents.get<MailedLinks>(mailedKey(email))
  const readMailedOf = async (owner: AlertOwner) => ('email' in owner ? readMailed(owner.email) : null)
  const readLink = (tokenHash: string) => documents.get<AlertLink | StoppedLink>(linkKey(tokenHash))
  const readAwaited = (productId: string) => documents.get<AwaitedProduct>(awaitedKey(productId))

  async function listOf(owner: AlertOwner): Promise<StockAlert[]> {
    const found = await readOf(owner)
    return found
      .map(({ body }) => body)
      .filter(({ toldAt }) => toldAt === undefined)
      .toSorted((one, other) => (one.askedAt < other.askedAt ? 1 : -1))
  }

  /** Puts the product into the list. It is looked at after the alert is stored, so `rest` cannot miss the alert. */
  const markAwaited = (productId: string) =>
    documents.retryConflicts(async () => {
      const seen = await readAwaited(productId)
      if (seen?.body.isAwaited) return
      const wave = seen?.body.wave ?? null
      await documents.commit([{ put: awaitedDocument({ productId, isAwaited: true, wave }), seen }])
    })

  /**
   * Stores the alert in the lists of its account and its address. If one of them has it already, that alert
   * stays, and only gets the account and the link. Throws `Conflict`.
   */
  async function join(alert: StockAlert, link?: Document<AlertLink> & { tokenHash: string }) {
    const { productId } = alert
    const lists = await Promise.all(ownersOf(alert).map(readOf))
    const waiting = lists.map((list) =>
      list.find(({ body }) => body.productId === productId && body.toldAt === undefined),
    )
    if (waiting[0] && !link) return
    const [own = []] = lists
    if (!waiting[0] && own.filter(({ body }) => body.toldAt === undefined).length >= STOCK_ALERTS_MAX)
      throw new ServiceError('STOCK_ALERTS_LIMITED', STOCK_ALERTS_LIMITED)
    // The alert of a guest with this address becomes the account's.
    const earlier = waiting.find((found) => found)?.body
    const links = [...(earlier?.links ?? []), ...(link ? [link.tokenHash] : [])]
    const stored = {
      ...earlier,
      ...alert,
      ...(earlier && { id: earlier.id, askedAt: earlier.askedAt }),
      ...(links.length > 0 && { links: links.slice(-LINKS_MAX) }),
    }
    const keys = [alertKey(stored), ...ownersOf(stored).map((owner) => waitingKey(owner, productId))]
    const seen = await Promise.all(keys.map(async (key) => (earlier ? documents.get(key) : null)))
    const expiresAt = new Date(Date.parse(stored.askedAt) + STOCK_ALERT_DAYS * DAY_MS)
    await documents.commit([
      ...keys.map((key, index) => ({ put: { key, body: stored, expiresAt }, seen: seen[index] ?? null })),
      ...(link
        ? [{ put: { key: link.key, body: { ...link.body, isConfirmed: true }, expiresAt }, seen: link }]
        : []),
      ...links.slice(0, -LINKS_MAX).map((tokenHash) => ({ delete: linkKey(tokenHash) })),
    ])
  }

  async function add(alert: StockAlert) {
    await documents.retryConflicts(() => join(alert))
    await markAwaited(alert.productId)
  }

  const remove = (owner: AlertOwner, productId: string) =>
    documents.retryConflicts(async () => {
      const seen = await documents.get<PersonAlert>(waitingKey(owner, productId))
      if (seen) await documents.commit(removalOf(seen))
    })

  return {
    add,
    remove,
    listOf,

    request: ({ email, productId, tokenHash, mail, mailLimit, confirmableUntil, at }) =>
      documents.retryConflicts(async () => {
        const seen = await readMailed(email)
        const links = (seen?.body.mailed ?? []).filter(
          ({ mailedAt }) => daysAfter(new Date(mailedAt), MAILED_DAYS) > at,
        )
        const isMailed = mayMail(links, mailLimit)
        const mailedAt = at.toISOString()
        const mailed = isMailed ? [...links, { tokenHash, mailedAt }] : links
        const list = { key: mailedKey(email), body: { mailed }, expiresAt: daysAfter(at, MAILED_DAYS) }
        const body: AlertLink = { email, productId, mailedAt }
        const link = { key: linkKey(tokenHash), body, expiresAt: confirmableUntil }
        // Every case writes something, so that the response time does not tell the cases apart.
        await documents.commit(
          [{ put: list, seen }, ...(isMailed ? [{ put: link, seen: null }] : [])],
          isMailed ? [mail] : [],
        )
      }),

    async confirm(tokenHash, { mailedAfter, at, id }) {
      const awaited = await documents.retryConflicts(async () => {
        const link = await readLink(tokenHash)
        if (!link || !isOpen(link) || link.body.mailedAt <= mailedAfter.toISOString()) return null
        const { email, productId, isConfirmed } = link.body
        if (!isConfirmed)
          await join({ id, productId, email, askedAt: at.toISOString() }, { ...link, tokenHash })
        return productId
      })
      if (awaited === null) return false
      await markAwaited(awaited)
      return true
    },

    stop: (tokenHash, at) =>
      documents.retryConflicts(async () => {
        const link = await readLink(tokenHash)
        if (!link || !isOpen(link)) return link !== null
        const { email, productId } = link.body
        const seen = await documents.get<PersonAlert>(waitingKey({ email }, productId))
        const body: StoppedLink = { isStopped: true }
        const removal = seen ? removalOf(seen) : []
        await documents.commit([
          { put: { key: link.key, body, expiresAt: daysAfter(at, STOPPED_DAYS) }, seen: link },
          ...removal.filter((each) => each.delete.pk !== link.key.pk),
        ])
        return true
      }),

    listAwaited: ({ limit, after }) =>
      documents.listByPlace<AwaitedProduct>(AWAITED, { limit, above: after }),

    first: (productId, limit) => documents.listByKey<StockAlert>(alertsPk(productId), { limit }),

    async tell(product, { alert, wave, mail, at }) {
      const owners = ownersOf(alert.body)
      const expiresAt = daysAfter(at, TOLD_DAYS)
      const { links = [], ...rest } = alert.body
      const told: PersonAlert = { ...rest, toldAt: at.toISOString() }
      const body = { ...product.body, wave }
      await documents.commit(
        [
          { delete: alert.key, seen: alert },
          ...links.map((tokenHash) => ({ delete: linkKey(tokenHash) })),
          ...owners.map((owner) => ({ delete: waitingKey(owner, alert.body.productId) })),
          ...owners.map((owner) => ({
            put: { key: toldKey(owner, alert.body.id), body: told, expiresAt },
            seen: null,
          })),
          { put: awaitedDocument(body), seen: product },
        ],
        [mail],
      )
      return { ...product, body, version: product.version + 1 }
    },

    saveWave: (product, wave) =>
      documents.commit([{ put: awaitedDocument({ ...product.body, wave }), seen: product }]),

    async rest(product) {
      const { productId, wave } = product.body
      await documents.commit([{ put: awaitedDocument({ productId, isAwaited: false, wave }), seen: product }])
      // Somebody may have asked meanwhile.
      const [waiting] = await documents.listByKey(alertsPk(productId), { limit: 1 })
      if (waiting) await markAwaited(productId)
    },

    async drop(product, most) {
      const alerts = await documents.listByKey<StockAlert>(alertsPk(product.body.productId), { limit: most })
      await documents.erase(alerts.flatMap(({ body }) => keysOf(body)))
      if (alerts.length < most) await documents.commit([{ delete: product.key, seen: product }])
    },

    async listMailed(owners) {
      const lists = await Promise.all(owners.map(readOf))
      const mailed = await Promise.all(owners.map(readMailedOf))
      return {
        alertIds: [...new Set(lists.flat().map(({ body }) => body.id))],
        tokenHashes: mailed.flatMap((links) => links?.body.mailed.map(({ tokenHash }) => tokenHash) ?? []),
      }
    },

    async erase(owners) {
      for (const owner of owners) {
        const found = await readOf(owner)
        const keys = found.flatMap(({ body }) => keysOf(body))
        const links = await readMailedOf(owner)
        const linkKeys = links?.body.mailed.map(({ tokenHash }) => linkKey(tokenHash)) ?? []
        await documents.erase([...keys, ...linkKeys, ...(links ? [links.key] : [])])
      }
    },
  }
}

function daysAfter(at: Date, days: number) {
  return new Date(at.getTime() + days * DAY_MS)
}

function isOpen(link: Document<AlertLink | StoppedLink>): link is Document<AlertLink> {
  return !('isStopped' in link.body)
}

/** Deletes an alert that waits, with its links. */
function removalOf(seen: Document<PersonAlert>) {
  const { productId, links = [] } = seen.body
  return [
    { delete: seen.key, seen },
    { delete: alertKey(seen.body) },
    ...links.map((tokenHash) => ({ delete: linkKey(tokenHash) })),
    ...ownersOf(seen.body)
      .map((each) => waitingKey(each, productId))
      .filter(({ pk }) => pk !== seen.key.pk)
      .map((key) => ({ delete: key })),
  ]
}

/** The lists that an alert is in: that of the account, if there is one, and that of the address. */
function ownersOf({ userId, email }: StockAlert): AlertOwner[] {
  return [...(userId === undefined ? [] : [{ userId }]), { email }]
}

/** The keys of all documents of an alert, whether it waits or was told. */
function keysOf(alert: StockAlert): DocumentKey[] {
  const { id, productId, links = [] } = alert
  const ofPersons = ownersOf(alert).flatMap((owner) => [waitingKey(owner, productId), toldKey(owner, id)])
  return [alertKey(alert), ...ofPersons, ...links.map(linkKey)]
}

function personPk(owner: AlertOwner) {
  return `stock-alerts-of#${'userId' in owner ? `user#${owner.userId}` : guestEmailKey(owner.email)}`
}

function waitingKey(owner: AlertOwner, productId: string): DocumentKey {
  return { pk: personPk(owner), sk: `waiting#${productId}` }
}

function toldKey(owner: AlertOwner, alertId: string): DocumentKey {
  return { pk: personPk(owner), sk: `told#${alertId}` }
}

function alertsPk(productId: string) {
  return `stock-alerts#${productId}`
}

/** In the order of asking. */
function alertKey({ productId, askedAt, id }: StockAlert): DocumentKey {
  return { pk: alertsPk(productId), sk: `${askedAt}#${id}` }
}

function awaitedKey(productId: string): DocumentKey {
  return { pk: `stock-alert-product#${productId}`, sk: 'product' }
}

function awaitedDocument(product: AwaitedProduct): NewDocument {
  const { productId, isAwaited } = product
  return {
    key: awaitedKey(productId),
    body: product,
    ...(isAwaited && { place: { list: AWAITED, place: productId } }),
  }
}

function linkKey(tokenHash: string): DocumentKey {
  return { pk: `stock-alert-link#${tokenHash}`, sk: 'link' }
}

function mailedKey(email: string): DocumentKey {
  return { pk: `stock-alert-mails#${guestEmailKey(email)}`, sk: 'links' }
}
