import { type Item, queryItems, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { DynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { NewsletterStore, Subscriber } from '../../newsletter/newsletter-store.ts'
import {
  type KeptSubscriber,
  linkItem,
  linkKey,
  type Mailed,
  PENDING,
  subscriberItem,
  subscriberKey,
} from './newsletter-items.ts'
import { persist } from './persist.ts'
import { BY_DUE, type ShopTables } from './tables.ts'

/** The rest is forgotten when somebody asks next. */
const FORGOTTEN_AT_ONCE = 20

/** A transaction takes a hundred items. */
const LINKS_AT_ONCE = 90

export type DynamoNewsletterStoreDeps = ShopTables & { mails: Pick<DynamoOutbox, 'add'> }

export function createDynamoNewsletterStore({
  client,
  tables,
  mails,
}: DynamoNewsletterStoreDeps): NewsletterStore {
  const table = tables.purchases

  const read = async (email: string) =>
    (await readItem(client, table, subscriberKey(email))) as unknown as KeptSubscriber | null

  /** Refused when the address has changed since it was read. */
  function subscriberWrite(before: KeptSubscriber | null, after: KeptSubscriber): TransactItem {
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

  /** A link that was used to confirm stays, to unsubscribe by. */
  function forgetLink({ tokenHash }: Mailed): TransactItem {
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

  async function forgetPending(before: string) {
    const old = await queryItems(
      client,
      {
        TableName: table,
        IndexName: BY_DUE,
        KeyConditionExpression: 'queue = :pending AND due < :before',
        ExpressionAttributeValues: { ':pending': PENDING, ':before': before },
      },
      { most: FORGOTTEN_AT_ONCE },
    )
    await Promise.all(old.map(({ pk }) => forget(String(pk).replace('newsletter#', ''), before)))
  }

  const forget = (email: string, before: string) =>
    persist(async () => {
      const subscriber = await read(email)
      if (!subscriber || subscriber.status !== 'pending' || subscriber.askedAt >= before) return
      const left = subscriber.mailed.slice(LINKS_AT_ONCE)
      const deletion: TransactItem = {
        name: 'subscriber',
        write: { Delete: { TableName: table, Key: subscriberKey(email), ...unchanged(subscriber) } },
      }
      await transact(client, [
        left.length === 0 ? deletion : subscriberWrite(subscriber, { ...changed(subscriber), mailed: left }),
        ...subscriber.mailed.slice(0, LINKS_AT_ONCE).map(forgetLink),
      ])
    })

  /** Sets the status of the address that the link was mailed to; false when there is none. */
  const follow = (
    tokenHash: string,
    status: Subscriber['status'],
    use: (link: Item) => TransactItem[] | null,
  ) =>
    persist(async () => {
      const link = await readItem(client, table, linkKey(tokenHash))
      const used = link && use(link)
      const before = used && (await read(String(link['email'])))
      if (!before) return false
      await transact(client, [subscriberWrite(before, { ...changed(before), status }), ...used])
      return true
    })

  return {
    async subscribe({ email, name, mail, tokenHash, at, mailLimit, forgetBefore }) {
      const askedAt = at.toISOString()
      const [oldest, since] = [forgetBefore.toISOString(), mailLimit.since.toISOString()]
      await forgetPending(oldest)
      await persist(async () => {
        const before = await read(email)
        const isConfirmed = before?.status === 'confirmed'
        const mailed = before?.mailed ?? []
        const old = mailed.filter(({ mailedAt }) => mailedAt < oldest).slice(0, LINKS_AT_ONCE)
        const recent = mailed.slice(old.length)
        const sent = recent.filter(({ mailedAt }) => mailedAt > since).length
        const isMailed = !isConfirmed && sent < mailLimit.max
        const after: KeptSubscriber = {
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
          ...old.map(forgetLink),
          ...(isMailed
            ? [{ name: 'link', write: { Put: { TableName: table, Item: link } } }, mails.add(mail)]
            : []),
        ])
      })
    },
    confirm: (tokenHash, { mailedAfter, at }) =>
      follow(tokenHash, 'confirmed', ({ mailedAt }) => {
        if (String(mailedAt) <= mailedAfter.toISOString()) return null
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

function unchanged(before: KeptSubscriber | null) {
  return before
    ? {
        ConditionExpression: 'changes = :changes',
        ExpressionAttributeValues: { ':changes': before.changes },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}

/** Another one than before, and without what only the index needs. */
function changed({ email, name, status, askedAt, mailed, changes }: KeptSubscriber): KeptSubscriber {
  return { email, name, status, askedAt, mailed, changes: changes + 1 }
}
