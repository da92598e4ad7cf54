import type { Dynamo } from '@nashta/dynamodb/create-client'
import { readItems } from '@nashta/dynamodb/read-items'
import { putItem, updateItem } from '@nashta/dynamodb/write-item'
import type { AccountRecords, EndedSessions, PoolUser } from '@nashta/service-kit/auth/account-records'

/** The lifetime of a refresh token, plus one day. */
const ACCOUNT_RECORD_LIFETIME_SECONDS = 31 * 24 * 60 * 60

/** Longer than the lifetime of an access token, which is at most a day in Cognito. */
const ENDED_SESSION_LIFETIME_SECONDS = 2 * 24 * 60 * 60

export type DynamoAccountRecordsOptions = {
  client: Dynamo
  /** A table with the keys `pk` and `sk`, and the expiry attribute `expiresAt`. */
  table: string
  now: () => Date
}

/**
 * `endedSessions` is not a list: all sessions that began at or before its `until` have ended, except
 * its `exceptSessionId`.
 */
type AccountItem = { pk: string; user?: PoolUser; endedSessions?: EndedSessions }

/** Stores one item per account, and one per session that was ended alone. */
export function createDynamoAccountRecords(options: DynamoAccountRecordsOptions): AccountRecords {
  const { client, table, now } = options
  const expiryIn = (seconds: number) => Math.ceil(now().getTime() / 1000) + seconds

  async function setAttribute(sub: string, name: 'user' | 'endedSessions', value: object) {
    await updateItem(client, {
      TableName: table,
      Key: accountKey(sub),
      UpdateExpression: 'SET #name = :value, expiresAt = :expiry',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value, ':expiry': expiryIn(ACCOUNT_RECORD_LIFETIME_SECONDS) },
    })
  }

  return {
    async find(sub, sessionId) {
      const [account, ended] = [accountKey(sub), endedSessionKey(sessionId)]
      const keys = [account, ended].map((key) => ({ table, key }))
      const items = (await readItems<AccountItem>(client, keys)).get(table) ?? []
      const record = items.find(({ pk }) => pk === account.pk)
      return {
        user: record?.user ?? null,
        wasSessionEnded: items.some(({ pk }) => pk === ended.pk),
        endedSessions: record?.endedSessions ?? null,
      }
    },
    saveUser: (sub, user) => setAttribute(sub, 'user', user),
    endSessions: (sub, ended) => setAttribute(sub, 'endedSessions', ended),
    async removeUser(sub) {
      // The item stays, because its `endedSessions` must go on refusing tokens. The condition
      // prevents a new item for an account without an item: `updateItem` then resolves to null.
      await updateItem(client, {
        TableName: table,
        Key: accountKey(sub),
        UpdateExpression: 'REMOVE #user',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#user': 'user' },
      })
    },
    async endSession(sessionId) {
      const expiresAt = expiryIn(ENDED_SESSION_LIFETIME_SECONDS)
      await putItem(client, table, { ...endedSessionKey(sessionId), expiresAt })
    },
  }
}

function accountKey(sub: string) {
  return { pk: `account#${sub}`, sk: 'account' }
}

function endedSessionKey(sessionId: string) {
  return { pk: `ended-session#${sessionId}`, sk: 'session' }
}
