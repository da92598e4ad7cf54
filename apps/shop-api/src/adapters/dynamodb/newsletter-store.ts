import { queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { transact, TRANSACTION_ITEMS_MAX, type TransactItem } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { DynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { NewsletterStore, Subscriber } from '../../newsletter/newsletter-store.ts'
import {
  emailOfPk,
  linkItem,
  linkKey,
  type MailedLink,
  PENDING_QUEUE,
  type StoredLink,
  type StoredSubscriber,
  SUBSCRIBER_ATTRIBUTES,
  subscriberItem,
  subscriberKey,
} from './newsletter-items.ts'
import { setFields } from './set-fields.ts'
import { BY_DUE, type ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

/** A request prunes at most this many old subscriptions. Later requests prune the rest. */
const PRUNED_PER_REQUEST = 20

/** A transaction that deletes links also writes the subscriber, a new link and its mail. */
const DELETED_LINKS_MAX = TRANSACTION_ITEMS_MAX - 3

export type DynamoNewsletterStoreDeps = ShopTables & { mails: Pick<DynamoOutbox, 'entryWrite'> }

export function createDynamoNewsletterStore({
  client,
  tables,
  mails,
}: DynamoNewsletterStoreDeps): NewsletterStore {
  // The purchases table also holds subscribers and links: docs/decisions/014-dynamodb-tables.md.
  const table = tables.purchases

  const readSubscriber = (email: string) => readItem<StoredSubscriber>(client, table, subscriberKey(email))
  const readLink = (tokenHash: string) => readItem<StoredLink>(client, table, linkKey(tokenHash))

  function subscriberWrite(before: StoredSubscriber | null, after: StoredSubscriber): TransactItem {
    const update = setFields({
      table,
      key: subscriberKey(after.email),
      fields: subscriberItem(after),
      attributes: SUBSCRIBER_ATTRIBUTES,
      condition: unchangedSince(before),
    })
    return { name: 'subscriber', write: { Update: update } }
  }

  function newLinkWrite(email: string, link: MailedLink): TransactItem {
    return { name: 'link', write: { Put: { TableName: table, Item: linkItem(email, link) } } }
  }

  /** Stores that the link was used to confirm. */
  function usedLinkWrite(tokenHash: string, confirmedAt: Date): TransactItem {
    const update = {
      TableName: table,
      Key: linkKey(tokenHash),
      UpdateExpression: 'SET confirmedAt = :at',
      // An update of a link that was deleted meanwhile would create the link again.
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': confirmedAt.toISOString() },
    }
    return { name: 'link', write: { Update: update } }
  }

  /** A link that was used to confirm is not deleted, because the same link also unsubscribes. */
  function unusedLinkDeletion({ tokenHash }: MailedLink): TransactItem {
    const deletion = {
      TableName: table,
      Key: linkKey(tokenHash),
      ConditionExpression: 'attribute_not_exists(confirmedAt)',
    }
    return { name: 'link', optional: true, write: { Delete: deletion } }
  }

  /** Returns the links that were not used to confirm. */
  async function findUnused(links: readonly MailedLink[]) {
    const wanted = links.map(({ tokenHash }) => ({ table, key: linkKey(tokenHash) }))
    const items = (await readItems<StoredLink & { pk: string }>(client, wanted)).get(table) ?? []
    const used = new Set(items.filter(({ confirmedAt }) => confirmedAt !== undefined).map(({ pk }) => pk))
    return links.filter(({ tokenHash }) => !used.has(linkKey(tokenHash).pk))
  }

  async function prunePending(pruneTime: string) {
    const found = await queryItems<{ pk: string }>(
      client,
      {
        TableName: table,
        IndexName: BY_DUE,
        KeyConditionExpression: 'queue = :pending AND due < :pruneTime',
        ExpressionAttributeValues: { ':pending': PENDING_QUEUE, ':pruneTime': pruneTime },
      },
      { maxItems: PRUNED_PER_REQUEST },
    )
    await Promise.all(found.map(({ pk }) => prune(emailOfPk(pk), pruneTime)))
  }

  /**
   * Deletes the subscriber and its unused links. When one transaction cannot delete all links, the
   * subscriber stays with the remaining links, and later requests delete the rest.
   */
  const prune = (email: string, pruneTime: string) =>
    withRetries(async () => {
      const subscriber = await readSubscriber(email)
      // The subscriber may have confirmed or asked again since the index was read.
      if (!subscriber || subscriber.status !== 'pending' || subscriber.askedAt >= pruneTime) return
      const deleted = subscriber.mailed.slice(0, DELETED_LINKS_MAX)
      const remaining = subscriber.mailed.slice(DELETED_LINKS_MAX)
      const deletion: TransactItem = {
        name: 'subscriber',
        write: { Delete: { TableName: table, Key: subscriberKey(email), ...unchangedSince(subscriber) } },
      }
      await transact(client, [
        remaining.length === 0
          ? deletion
          : subscriberWrite(subscriber, { ...nextVersion(subscriber), mailed: remaining }),
        ...deleted.map(unusedLinkDeletion),
      ])
    })

  /**
   * Sets the status of a subscriber, in one transaction with `otherWrites`. Returns false when
   * there is no such subscriber.
   */
  async function setStatus(
    email: string,
    status: Subscriber['status'],
    otherWrites: readonly TransactItem[],
  ) {
    const before = await readSubscriber(email)
    if (!before) return false
    await transact(client, [subscriberWrite(before, { ...nextVersion(before), status }), ...otherWrites])
    return true
  }

  return {
    async subscribe({ email, name, mail, tokenHash, at, mailLimit, pruneBefore }) {
      const askedAt = at.toISOString()
      const pruneTime = pruneBefore.toISOString()
      const limitSince = mailLimit.since.toISOString()
      await prunePending(pruneTime)
      await withRetries(async () => {
        const before = await readSubscriber(email)
        const links = before?.mailed ?? []
        const oldLinks = links.filter(({ mailedAt }) => mailedAt < pruneTime)
        // Used links stay in the list, so that an erasure finds them.
        const deleted = (await findUnused(oldLinks)).slice(0, DELETED_LINKS_MAX)
        const remaining = links.filter((link) => !deleted.includes(link))

        const isConfirmed = before?.status === 'confirmed'
        const mailsSent = remaining.filter(({ mailedAt }) => mailedAt > limitSince).length
        const mayMail = !isConfirmed && mailsSent < mailLimit.max
        const newLink = { tokenHash, mailedAt: askedAt }
        const after: StoredSubscriber = {
          email,
          name: isConfirmed ? before.name : name,
          // Who has unsubscribed stays unsubscribed until the new link is used.
          status: before?.status ?? 'pending',
          askedAt,
          mailed: mayMail ? [...remaining, newLink] : remaining,
          version: (before?.version ?? 0) + 1,
        }
        await transact(client, [
          subscriberWrite(before, after),
          ...deleted.map(unusedLinkDeletion),
          ...(mayMail ? [newLinkWrite(email, newLink), mails.entryWrite(mail)] : []),
        ])
      })
    },
    confirm: (tokenHash, { mailedAfter, at }) =>
      withRetries(async () => {
        const link = await readLink(tokenHash)
        if (!link) return false
        const isExpired = link.mailedAt <= mailedAfter.toISOString()
        if (isExpired) return false
        return setStatus(link.email, 'confirmed', [usedLinkWrite(tokenHash, at)])
      }),
    unsubscribe: (tokenHash) =>
      withRetries(async () => {
        const link = await readLink(tokenHash)
        return link ? setStatus(link.email, 'unsubscribed', []) : false
      }),
    async listLinks(email) {
      const subscriber = await readSubscriber(email)
      return subscriber?.mailed.map(({ tokenHash }) => tokenHash) ?? []
    },
    erase: (email) =>
      withRetries(async () => {
        const subscriber = await readSubscriber(email)
        if (!subscriber) return
        const links = subscriber.mailed.map(({ tokenHash }) => ({ delete: linkKey(tokenHash) }))
        await writeItems(client, table, links)
        // The subscriber is deleted last, because a retry finds the links by the subscriber. A retry
        // is needed when a link was added meanwhile.
        await transact(client, [
          {
            name: 'subscriber',
            write: { Delete: { TableName: table, Key: subscriberKey(email), ...unchangedSince(subscriber) } },
          },
        ])
      }),
    async find(email) {
      const subscriber = await readSubscriber(email)
      return subscriber && { email, name: subscriber.name, status: subscriber.status }
    },
  }
}

/**
 * The condition that the stored subscriber is still the one in `before`. If `before` is null, there
 * must still be no subscriber.
 */
function unchangedSince(before: StoredSubscriber | null) {
  return before
    ? {
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}

function nextVersion(subscriber: StoredSubscriber): StoredSubscriber {
  return { ...subscriber, version: subscriber.version + 1 }
}
