import { hash } from 'node:crypto'
import { foldEmail, isEmail } from '@nashta/contracts/account/checks'
import { phoneNumberIn } from '@nashta/contracts/orders/phone'
import type { Document, DocumentKey, Documents } from '@nashta/documents/documents'
import type { Authorship } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { isErased } from '../orders/order/order-state.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'

/** A batch must not be eaten. The recall is over when everybody who got it has a mail. */
export type Recall = {
  recallId: string
  productsId: string
  productName: string
  batch: string
  reason: string
  advice: string
  authorship: Authorship
  /** So many orders of the batch were looked at. */
  done: number
  isOver: boolean
}

/** The recalls that are not over. */
const OPEN_LIST = 'recalls'
/** A mail of a recall is sent to a person once in this time, which is longer than any recall takes. */
const PERSON_LIFETIME_MS = 60 * 24 * 60 * 60 * 1000
const ID_LENGTH = 16

export interface RecallStore {
  find(productsId: string, batch: string): Promise<Recall | null>
  listOpen(): Promise<readonly Recall[]>
  /** Stores a new recall, and logs it. Does nothing if the batch is recalled already. */
  begin(recall: Omit<Recall, 'recallId' | 'done' | 'isOver'>): Promise<void>
  saveProgress(recall: Recall, progress: Pick<Recall, 'done' | 'isOver'>): Promise<void>
  /** Whether the person's mail of the recall belongs to this order. The first order that asks gets it. */
  claimPerson(recall: Recall, person: string, orderId: string, now: Date): Promise<boolean>
  /** Forgets that the person of these orders had mails of recalls. */
  forgetPersonOf(orders: readonly OrderRecord[]): Promise<void>
}

export function createRecallStore(documents: Documents): RecallStore {
  const read = (productsId: string, batch: string) =>
    documents.get<Recall>(recallKey(recallIdOf(productsId, batch)))

  return {
    async find(productsId, batch) {
      return (await read(productsId, batch))?.body ?? null
    },
    async listOpen() {
      return (await documents.listByPlace<Recall>(OPEN_LIST)).map(({ body }) => body)
    },
    begin: (fields) =>
      documents.retryConflicts(async () => {
        const { productsId, batch, reason, advice, authorship } = fields
        if (await read(productsId, batch)) return
        const recall = { ...fields, recallId: recallIdOf(productsId, batch), done: 0, isOver: false }
        const entry = logWrites({
          ...authorship,
          kind: 'product',
          subject: productsId,
          action: 'update',
          changes: { recall: { from: null, to: `${batch}: ${reason}. ${advice}` } },
        })
        await documents.commit([{ put: toDocument(recall), seen: null }, ...entry])
      }),
    saveProgress: ({ productsId, batch }, progress) =>
      documents.retryConflicts(async () => {
        const stored = await read(productsId, batch)
        if (!stored) return
        await documents.commit([{ put: toDocument({ ...stored.body, ...progress }), seen: stored }])
      }),
    claimPerson: (recall, person, orderId, now) =>
      documents.retryConflicts(async () => {
        const key = personKey(recall.recallId, person)
        const stored: Document<{ orderId: string }> | null = await documents.get(key)
        if (stored) return stored.body.orderId === orderId
        const expiresAt = new Date(now.getTime() + PERSON_LIFETIME_MS)
        await documents.commit([{ put: { key, body: { orderId }, expiresAt }, seen: null }])
        return true
      }),
    async forgetPersonOf(orders) {
      const keys = orders.flatMap((order) => {
        const person = personOf(order)
        const { recalls = [] } = order.fulfilment
        return person === null ? [] : recalls.map(({ recallId }) => personKey(recallId, person))
      })
      if (keys.length > 0) await documents.erase(keys)
    },
  }
}

function personKey(recallId: string, person: string): DocumentKey {
  return { pk: recallKey(recallId).pk, sk: `person#${hash('sha256', person)}` }
}

/** Who is asked to have got the goods of an order: an address, or else a phone number. Null for an erased person. */
export function personOf(order: OrderRecord): string | null {
  if (isErased(order)) return null
  return emailOf(order) ?? `phone ${phoneNumberIn(order.shippingAddress.phoneNumber)}`
}

function emailOf({ email }: OrderRecord) {
  return email !== null && isEmail(email) ? foldEmail(email) : null
}

function toDocument(recall: Recall) {
  const { recallId, isOver } = recall
  const place = isOver ? {} : { place: { list: OPEN_LIST, place: recallId } }
  return { key: recallKey(recallId), body: recall, ...place }
}

function recallKey(recallId: string): DocumentKey {
  return { pk: `recall#${recallId}`, sk: 'recall' }
}

function recallIdOf(productsId: string, batch: string) {
  return hash('sha256', `${productsId} ${batch}`).slice(0, ID_LENGTH)
}
