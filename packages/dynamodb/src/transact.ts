import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from './create-client.ts'
import { addToRetryBudget, backOff, takeFromRetryBudget, TooManyConflicts } from './retry.ts'

/** DynamoDB's limit of items in one transaction. */
export const TRANSACTION_ITEMS_MAX = 100

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

export type TransactItem = {
  /** Identifies the item in `TransactionRefused`. */
  name: string
  write: Write
  /** When the condition of an optional item does not hold, the other items are written without it. */
  optional?: true
}

/** At least one condition did not hold, so nothing was written. */
export class TransactionRefused extends Error {
  /** The names of the items whose conditions did not hold. */
  readonly refused: ReadonlySet<string>

  constructor(refused: ReadonlySet<string>, options?: ErrorOptions) {
    super(`The transaction was refused by ${[...refused].join(', ')}`, options)
    this.name = 'TransactionRefused'
    this.refused = refused
  }
}

/** With the delays of `backOff`, all retries together take about three seconds. */
const TRANSACTION_RETRIES = 16
/** All retries together take about five seconds. */
const REFUSAL_RETRIES = 25

/** The code of an item whose condition did not hold. */
const REFUSED_CODE = 'ConditionalCheckFailed'
/** Codes of an item: another transaction writes it, or there are too many requests. */
const TEMPORARY_CODES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
/** Names of temporary errors of the whole request. */
const TEMPORARY_ERRORS = new Set([
  'TransactionInProgressException',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
])

/**
 * Writes all items or none. An optional item is left out if its condition does not hold. Throws
 * - `TransactionRefused` if the condition of an item that is not optional does not hold
 * - `TooManyConflicts` if the last retry after a conflict or throttling has failed
 */
export async function transact(client: Dynamo, items: readonly TransactItem[]): Promise<void> {
  if (items.length === 0) return
  try {
    await sendWithRetries(client, items)
  } catch (error) {
    const refused = findRefusedItems(error, items)
    if (refused.length === 0) throw error
    if (refused.some(({ optional }) => !optional)) {
      throw new TransactionRefused(new Set(refused.map(({ name }) => name)), { cause: error })
    }
    const withoutRefused = items.filter((item) => !refused.includes(item))
    await transact(client, withoutRefused)
  }
}

/** Sends the transaction, and retries after a temporary error. */
async function sendWithRetries(client: Dynamo, items: readonly TransactItem[]) {
  const command = new TransactWriteCommand({
    // The SDK repeats a request whose response was lost. DynamoDB recognises the repeated request
    // by the token, and writes the items only once.
    ClientRequestToken: randomUUID(),
    TransactItems: items.map(({ write }) => write),
  })
  for (let failures = 0; ; failures += 1) {
    try {
      await client.send(command)
      addToRetryBudget(client)
      return
    } catch (error) {
      if (!isTemporary(error)) throw error
      const mayRetry = failures < TRANSACTION_RETRIES && takeFromRetryBudget(client)
      if (!mayRetry) throw new TooManyConflicts(error)
    }
    await backOff(failures)
  }
}

/**
 * Runs `work` again when it throws `TransactionRefused`. That happens when another writer changes
 * an item after `work` has read it. Throws `TooManyConflicts` after the last retry.
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

function findRefusedItems(error: unknown, items: readonly TransactItem[]) {
  const codes = cancellationCodes(error)
  return items.filter((_item, index) => codes[index] === REFUSED_CODE)
}

/** False when a condition did not hold, even if another item had a conflict. */
function isTemporary(error: unknown) {
  const codes = cancellationCodes(error)
  if (codes.includes(REFUSED_CODE)) return false
  return (
    codes.some((code) => TEMPORARY_CODES.has(code)) ||
    (error instanceof Error && TEMPORARY_ERRORS.has(error.name))
  )
}

/** One code for each item, in the order of the items. Empty for an error of the whole request. */
function cancellationCodes(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return []
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? '')
}
