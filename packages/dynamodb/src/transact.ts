import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { backOff } from './backoff.ts'
import type { Dynamo } from './create-client.ts'

/** What DynamoDB takes in one transaction. */
export const TRANSACTION_ITEMS_MAX = 100

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

export type TransactItem = {
  /** Names the item in a refusal. */
  name: string
  write: Write
  /** When its condition does not hold, the other items are written without it. */
  optional?: true
}

/** Conditions that did not hold. Nothing was written. */
export class TransactionRefused extends Error {
  readonly refused: ReadonlySet<string>

  constructor(refused: ReadonlySet<string>, options?: ErrorOptions) {
    super(`The transaction was refused by ${[...refused].join(', ')}`, options)
    this.name = 'TransactionRefused'
    this.refused = refused
  }
}

/** Concurrent writers won every retry. Nothing was written. */
export class ContentionError extends Error {
  constructor(cause: unknown) {
    super('Concurrent writers won every retry', { cause })
    this.name = 'ContentionError'
  }
}

const TRIES = 16

/** Reasons to retry: another transaction on the same item, or throttling. */
const RETRYABLE = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const RETRYABLE_ERRORS = new Set(['TransactionInProgressException', 'ThrottlingException'])

/**
 * Writes all items or none. Retried on conflicts; its token makes a retry after a lost response the same transaction.
 * Throws `TransactionRefused` when a condition does not hold.
 */
export async function transact(client: Dynamo, items: readonly TransactItem[]): Promise<void> {
  let wanted = items
  let token = randomUUID()
  for (let failures = 0; wanted.length > 0; failures += 1) {
    try {
      await client.send(
        new TransactWriteCommand({
          ClientRequestToken: token,
          TransactItems: wanted.map(({ write }) => write),
        }),
      )
      return
    } catch (error) {
      const refused = refusedBy(error, wanted)
      if (refused.some(({ optional }) => !optional)) {
        throw new TransactionRefused(new Set(refused.map(({ name }) => name)), { cause: error })
      }
      if (refused.length > 0) {
        wanted = wanted.filter((item) => !refused.includes(item))
        token = randomUUID()
        continue
      }
      if (!isRetryable(error)) throw error
      if (failures >= TRIES) throw new ContentionError(error)
      await backOff(failures)
    }
  }
}

function refusedBy(error: unknown, items: readonly TransactItem[]) {
  return items.filter((_item, index) => reasonsOf(error)[index] === 'ConditionalCheckFailed')
}

function isRetryable(error: unknown) {
  return (
    reasonsOf(error).some((code) => RETRYABLE.has(code)) ||
    (error instanceof Error && RETRYABLE_ERRORS.has(error.name))
  )
}

function reasonsOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return []
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? '')
}
