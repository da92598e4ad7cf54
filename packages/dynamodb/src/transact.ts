import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from './create-client.ts'
import { backOff } from './retry.ts'

/** The most items that one transaction writes. */
export const TRANSACTION_ITEMS_MAX = 100

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

export type TransactItem = {
  /** Identifies the item in `TransactionRefused`. */
  name: string
  write: Write
  /** When the condition of an optional item does not hold, the rest is written without it. */
  optional?: true
}

/** Conditions did not hold, and nothing was written. */
export class TransactionRefused extends Error {
  /** The names of the items whose conditions did not hold. */
  readonly refused: ReadonlySet<string>

  constructor(refused: ReadonlySet<string>, options?: ErrorOptions) {
    super(`The transaction was refused by ${[...refused].join(', ')}`, options)
    this.name = 'TransactionRefused'
    this.refused = refused
  }
}

/** Every attempt conflicted with another writer, and nothing was written. */
export class TooManyConflicts extends Error {
  constructor(cause: unknown) {
    super('Every attempt conflicted with another writer', { cause })
    this.name = 'TooManyConflicts'
  }
}

const TRANSACTION_RETRIES = 16
const REFUSAL_RETRIES = 25

/** Reasons that pass in a moment: another transaction on the same item, or too many requests. */
const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const PASSING_ERRORS = new Set(['TransactionInProgressException', 'ThrottlingException'])

/**
 * Writes all items or none. Retried after a conflict with another transaction; its token makes a retry after a lost
 * response the same transaction. Throws `TransactionRefused` when a condition does not hold.
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
      if (!isPassing(error)) throw error
      if (failures >= TRANSACTION_RETRIES) throw new TooManyConflicts(error)
      await backOff(failures)
    }
  }
}

/**
 * For work that reads, decides and writes under conditions: it runs again when a condition does not hold, because
 * another writer changed what it had read. Throws `TooManyConflicts` when that never ends.
 */
export async function retryWhenRefused<T>(work: () => Promise<T>, retries = REFUSAL_RETRIES): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error
      if (failures >= retries) throw new TooManyConflicts(error)
    }
    await backOff(failures)
  }
}

function refusedBy(error: unknown, items: readonly TransactItem[]) {
  return items.filter((_item, index) => reasonsOf(error)[index] === 'ConditionalCheckFailed')
}

function isPassing(error: unknown) {
  return (
    reasonsOf(error).some((code) => PASSING.has(code)) ||
    (error instanceof Error && PASSING_ERRORS.has(error.name))
  )
}

function reasonsOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return []
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? '')
}
