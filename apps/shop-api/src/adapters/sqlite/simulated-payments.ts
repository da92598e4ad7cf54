import type { Database } from '@nashta/sqlite/database'
import type { SimulatedCharge } from '../../payments/simulator/simulated-charge.ts'
import type { SimulatorStore } from '../../payments/simulator/simulator.ts'

const COLUMNS = [
  'amountPaise',
  'transactionId',
  'declined',
  'settlesAt',
  'behaviour',
  'bankPage',
  'token',
  'refunds',
] as const satisfies (keyof SimulatedCharge)[]

export function createSqliteSimulatorStore(database: Database): SimulatorStore {
  const select = database.prepare<SimulatedCharge>(
    `SELECT ${COLUMNS.join()} FROM simulatedCharges WHERE key = ?`,
  )
  const insert = database.prepare(
    `INSERT INTO simulatedCharges (key, ${COLUMNS.join()}) VALUES (?, ${COLUMNS.map(() => '?').join()})`,
  )
  // Only `bankPage` and `refunds` of a stored charge ever change.
  const update = database.prepare('UPDATE simulatedCharges SET bankPage = ?, refunds = ? WHERE key = ?')

  return {
    add(key, charge) {
      return database.write(() => {
        const stored = select.get(key)
        if (stored) return stored
        insert.run(key, ...COLUMNS.map((name) => charge[name]))
        return charge
      })
    },
    async find(key) {
      return select.get(key) ?? null
    },
    change(key, change) {
      return database.write(() => {
        const stored = select.get(key)
        if (!stored) return null
        const changed = change(stored)
        update.run(changed.bankPage, changed.refunds, key)
        return changed
      })
    },
  }
}
