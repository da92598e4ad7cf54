import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { TransactionRefused, transact } from '@nashta/dynamodb/transact'
import type { PaymentGateway } from '../../payments/payments.ts'
import { outcomeOf, simulateCharge, type SimulatedCharge } from '../../payments/simulated-charge.ts'
import { RECORD_LIFETIME_MS, type ShopTables, toEpochSeconds } from './tables.ts'

export type SimulatedPaymentsDeps = ShopTables & { now: () => Date; newId: () => string }

/** The payment simulator. It stores its charges, so that they survive a restart. */
export function createDynamoSimulatedPayments(deps: SimulatedPaymentsDeps): PaymentGateway {
  const { client, tables, now, newId } = deps
  const table = tables.purchases

  const find = async (idempotencyKey: string) => {
    const stored = await readItem<SimulatedCharge>(client, table, chargeItemKey(idempotencyKey))
    return stored && outcomeOf(stored, now())
  }

  return {
    async charge(charge) {
      const simulated = simulateCharge(charge, now(), newId())
      const put = {
        TableName: table,
        Item: chargeItem(charge.key, simulated),
        ConditionExpression: 'attribute_not_exists(pk)',
      }
      try {
        await transact(client, [{ name: 'charge', write: { Put: put } }])
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error
        // This key was charged before.
        return (await find(charge.key)) ?? { kind: 'unknown' }
      }
      return outcomeOf(simulated, now())
    },
    findCharge: find,
  }
}

function chargeItemKey(idempotencyKey: string) {
  return { pk: `charge#${idempotencyKey}`, sk: 'charge' }
}

export function chargeItem(idempotencyKey: string, charge: SimulatedCharge): Item {
  const expiresAt = toEpochSeconds(new Date(Date.parse(charge.settlesAt) + RECORD_LIFETIME_MS))
  return { ...chargeItemKey(idempotencyKey), ...charge, expiresAt }
}
