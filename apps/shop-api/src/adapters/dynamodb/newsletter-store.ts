import { queryItems, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { DynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { NewsletterStore, Subscriber } from '../../newsletter/newsletter-store.ts'
import {
  linkItem,
  linkKey,
  type MailedLink,
  PENDING,
  type StoredLink,
  type StoredSubscriber,
  subscriberItem,
  subscriberKey,
} from './newsletter-items.ts'
import { BY_DUE, type ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

/** The next request prunes the rest. */
const PRUNED_AT_ONCE = 20

/** A transaction takes a hundred items. */
const LINKS_AT_ONCE = 90

export type DynamoNewsletterStoreDeps = ShopTables & { mails: Pick<DynamoOutbox, 'add'> }

export function createDynamoNewsletterStore({
  client,
  tables,
  mails,
}: DynamoNewsletterStoreDeps): NewsletterStore {
  const table = tables.purchases

  const read = (email: string) => readItem<StoredSubscriber>(client, table, subscriberKey(email))

  /** Refused when the subscriber has changed since it was read. */
  function subscriberWrite(before: StoredSubscriber | null, after: StoredSubscriber): TransactItem {
    return {
      name: 'subscriber',
      write: {
        Put: {
          TableName: table,
          Item: subscriberItem(after),
          ...unchanged(before),
        },
      },
    }
  }

  /** A link that was used to confirm stays, because it also unsubscribes. */
  function deleteUnusedLink({ tokenHash }: MailedLink): TransactItem {
    return {
      name: 'link',
      optional: true,
      write: {
        Delete: {
          TableName: table,
          Key: linkKey(tokenHash),
          ConditionExpression: 'attribute_not_exists(confirmedAt)',
        },
      },
    }
  }

  async function prunePending(before: string) {
    const old = await queryItems<{ pk: string }>(
      client,
      {
        TableName: table,
        IndexName: BY_DUE,
        KeyConditionExpression: 'queue = :pending AND due < :before',
        ExpressionAttributeValues: { ':pending': PENDING, ':before': before },
      },
      { maxItems: PRUNED_AT_ONCE },
    )
    await Promise.all(old.map(({ pk }) => prune(pk.replace('newsletter#', ''), before)))
  }

  const prune = (email: string, before: string) =>
    withRetries(async () => {
      const subscriber = await read(email)
      if (!subscriber || subscriber.status !== 'pending' || subscriber.askedAt >= before) return
      const left = subscriber.mailed.slice(LINKS_AT_ONCE)
      const deletion: TransactItem = {
        name: 'subscriber',
        write: { Delete: { TableName: table, Key: subscriberKey(email), ...unchanged(subscriber) } },
      }
      await transact(client, [
        left.length === 0
          ? deletion
          : subscriberWrite(subscriber, { ...nextChange(subscriber), mailed: left }),
        ...subscriber.mailed.slice(0, LINKS_AT_ONCE).map(deleteUnusedLink),
      ])
    })

  /** Sets the status of the address that the link was mailed to; false when there is none. */
  const follow = (
    tokenHash: string,
    status: Subscriber['status'],
    use: (link: StoredLink) => TransactItem[] | null,
  ) =>
    withRetries(async () => {
      const link = await readItem<StoredLink>(client, table, linkKey(tokenHash))
      const used = link && use(link)
      const before = used && (await read(link.email))
      if (!before) return false
      await transact(client, [subscriberWrite(before, { ...nextChange(before), status }), ...used])
      return true
    })

  return {
    async subscribe({ email, name, mail, tokenHash, at, mailLimit, pruneBefore }) {
      const askedAt = at.toISOString()
      const [oldest, since] = [pruneBefore.toISOString(), mailLimit.since.toISOString()]
      await prunePending(oldest)
      await withRetries(async () => {
        const before = await read(email)
        const isConfirmed = before?.status === 'confirmed'
        const mailed = before?.mailed ?? []
        const old = mailed.filter(({ mailedAt }) => mailedAt < oldest).slice(0, LINKS_AT_ONCE)
        const recent = mailed.slice(old.length)
        const sent = recent.filter(({ mailedAt }) => mailedAt > since).length
        const isMailed = !isConfirmed && sent < mailLimit.max
        const after: StoredSubscriber = {
          email,
          name: isConfirmed ? before.name : name,
          status: before?.status ?? 'pending',
          askedAt,
          mailed: isMailed ? [...recent, { tokenHash, mailedAt: askedAt }] : recent,
          changes: (before?.changes ?? 0) + 1,
        }
        const link = linkItem(email, { tokenHash, mailedAt: askedAt })
        await transact(client, [
          subscriberWrite(before, after),
          ...old.map(deleteUnusedLink),
          ...(isMailed
            ? [{ name: 'link', write: { Put: { TableName: table, Item: link } } }, mails.add(mail)]
            : []),
        ])
      })
    },
    confirm: (tokenHash, { mailedAfter, at }) =>
      follow(tokenHash, 'confirmed', ({ mailedAt }) => {
        if (mailedAt <= mailedAfter.toISOString()) return null
        const used: TransactItem = {
          name: 'link',
          write: {
            Update: {
              TableName: table,
              Key: linkKey(tokenHash),
              UpdateExpression: 'SET confirmedAt = :at',
              ConditionExpression: 'attribute_exists(pk)',
              ExpressionAttributeValues: { ':at': at.toISOString() },
            },
          },
        }
        return [used]
      }),
    unsubscribe: (tokenHash) => follow(tokenHash, 'unsubscribed', () => []),
    async find(email) {
      const subscriber = await read(email)
      return subscriber && { email, name: subscriber.name, status: subscriber.status }
    },
  }
}

function unchanged(before: StoredSubscriber | null) {
  return before
    ? {
        ConditionExpression: 'changes = :changes',
        ExpressionAttributeValues: { ':changes': before.changes },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}

/** With the next change number, and without the attributes that only the index needs. */
function nextChange({ email, name, status, askedAt, mailed, changes }: StoredSubscriber): StoredSubscriber {
  return { email, name, status, askedAt, mailed, changes: changes + 1 }
}
