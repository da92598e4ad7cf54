import { type Item, readItem } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { OwnGateway, PaymentOutcome } from '../../payments/payments.ts'
import { simulate } from '../../payments/simulated-outcome.ts'
import type { ShopTables } from './tables.ts'

/** How long the simulated bank takes over what it did not answer. */
const SETTLES_AFTER_MS = 5_000

export type SimulatedPaymentsDeps = ShopTables & { now: () => Date; newId: () => string }

export type Booking = {
  transactionId: string
  declined: string | null
  settlesAt: string
  amountPaise: number
}

export type DynamoPayments = OwnGateway & {
  /** What was charged and is to be written with its order; each booking is given out once. */
  booked: (purchaseId: string) => TransactItem[]
}

/** A bank for trying the store out. Its books are in the store's own tables, written with the order itself. */
export function createDynamoSimulatedPayments({
  client,
  tables,
  now,
  newId,
}: SimulatedPaymentsDeps): DynamoPayments {
  const table = tables.purchases
  const bookings = new Map<string, Booking>()

  function outcomeOf({ declined, settlesAt, transactionId }: Booking): PaymentOutcome {
    if (declined !== null) return { kind: 'declined', message: declined }
    if (settlesAt > now().toISOString()) return { kind: 'unknown' }
    return { kind: 'approved', transactionId }
  }

  return {
    chargeWithin({ key, amountPaise, instrument }) {
      const outcome = simulate(instrument)
      const settlesAt = new Date(now().getTime() + (outcome.kind === 'approvedLater' ? SETTLES_AFTER_MS : 0))
      const booking = {
        amountPaise,
        transactionId: `txn_${newId()}`,
        declined: outcome.kind === 'declined' ? outcome.message : null,
        settlesAt: settlesAt.toISOString(),
      }
      bookings.set(key, booking)
      return outcomeOf(booking)
    },
    async find(key) {
      const item = await readItem(client, table, chargeKey(key))
      return item && outcomeOf(item as unknown as Booking)
    },
    booked(purchaseId) {
      const booking = bookings.get(purchaseId)
      bookings.delete(purchaseId)
      if (!booking) return []
      return [
        {
          name: 'charge',
          write: {
            Put: {
              TableName: table,
              Item: chargeItem(purchaseId, booking),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
        },
      ]
    },
  }
}

function chargeKey(key: string) {
  return { pk: `charge#${key}`, sk: 'charge' }
}

export function chargeItem(key: string, booking: Booking): Item {
  return { ...chargeKey(key), ...booking }
}
