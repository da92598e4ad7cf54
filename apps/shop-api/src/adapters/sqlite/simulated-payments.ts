import type { Database } from '@nashta/sqlite/database'
import type { PaymentGateway } from '../../payments/payments.ts'
import { outcomeOf, simulateCharge, type SimulatedCharge } from '../../payments/simulated-charge.ts'

export type SimulatedPaymentsDeps = { database: Database; now: () => Date; newId: () => string }

/** The payment simulator. It stores its charges, so that they survive a restart. */
export function createSqliteSimulatedPayments(deps: SimulatedPaymentsDeps): PaymentGateway {
  const { database, now, newId } = deps
  const select = database.prepare<SimulatedCharge>('SELECT * FROM simulatedCharges WHERE key = ?')
  const insert = database.prepare(`
    INSERT INTO simulatedCharges (key, amountPaise, transactionId, declined, settlesAt)
    VALUES (?, ?, ?, ?, ?)
  `)

  return {
    charge(charge) {
      return database.write(() => {
        const { key } = charge
        const stored = select.get(key)
        if (stored) return outcomeOf(stored, now())
        const simulated = simulateCharge(charge, now(), newId())
        const { amountPaise, transactionId, declined, settlesAt } = simulated
        insert.run(key, amountPaise, transactionId, declined, settlesAt)
        return outcomeOf(simulated, now())
      })
    },
    async findCharge(key) {
      const stored = select.get(key)
      return stored ? outcomeOf(stored, now()) : null
    },
  }
}
