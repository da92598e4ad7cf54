import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { TransactionRefused, transact } from '@nashta/dynamodb/transact'
import type { SimulatedCharge } from '../../../payments/simulator/simulated-charge.ts'
import type { SimulatorStore } from '../../../payments/simulator/simulator.ts'
import { RECORD_LIFETIME_MS, type ShopTables, toEpochSeconds } from '../tables.ts'
import { withRetries } from '../with-retries.ts'

type ItemKeys = { pk: string; sk: string; expiresAt: number }

export function createDynamoSimulatorStore({ client, tables }: ShopTables): SimulatorStore {
  const table = tables.purchases

  async function find(key: string): Promise<SimulatedCharge | null> {
    const item = await readItem<SimulatedCharge & ItemKeys>(client, table, chargeKey(key))
    if (!item) return null
    const { pk: _pk, sk: _sk, expiresAt: _expiresAt, ...charge } = item
    return charge
  }

  return {
    async add(key, charge) {
      const put = {
        TableName: table,
        Item: chargeItem(key, charge),
        ConditionExpression: 'attribute_not_exists(pk)',
      }
      try {
        await transact(client, [{ name: 'charge', write: { Put: put } }])
        return charge
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error
        // The write was refused because the key already has a charge.
        const stored = await find(key)
        // `stored` is null only if the charge expired right after the refused write.
        return stored ?? charge
      }
    },
    find,
    change(key, change) {
      return withRetries(async () => {
        const before = await find(key)
        if (!before) return null
        const after = change(before)
        // Only `bankPage` and `refunds` of a charge ever change.
        const update = {
          TableName: table,
          Key: chargeKey(key),
          UpdateExpression: 'SET bankPage = :bankPage, refunds = :refunds',
          ConditionExpression: 'bankPage = :bankPageBefore AND refunds = :refundsBefore',
          ExpressionAttributeValues: {
            ':bankPage': after.bankPage,
            ':refunds': after.refunds,
            ':bankPageBefore': before.bankPage,
            ':refundsBefore': before.refunds,
          },
        }
        await transact(client, [{ name: 'charge', write: { Update: update } }])
        return after
      })
    },
  }
}

function chargeKey(key: string) {
  return { pk: `charge#${key}`, sk: 'charge' }
}

export function chargeItem(key: string, charge: SimulatedCharge): Item {
  const expiresAt = toEpochSeconds(new Date(Date.parse(charge.settlesAt) + RECORD_LIFETIME_MS))
  return { ...chargeKey(key), ...charge, expiresAt }
}
