import type { Database } from '@nashta/sqlite/database'
import type { OwnGateway, PaymentOutcome } from '../../payments/payments.ts'
import { simulate } from '../../payments/simulated-outcome.ts'

/** How long the simulated bank takes over what it did not answer. */
const SETTLES_AFTER_MS = 5_000

export type SimulatedPaymentsDeps = { database: Database; now: () => Date; newId: () => string }

/** A bank for trying the store out. Its books are on disk: it remembers a charge over any restart of ours. */
export function createSimulatedPayments({ database, now, newId }: SimulatedPaymentsDeps): OwnGateway {
  const { connection } = database
  const select = connection.prepare('SELECT * FROM simulatedCharges WHERE key = ?')
  const insert = connection.prepare(`
    INSERT INTO simulatedCharges (key, amountPaise, transactionId, declined, settlesAt)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING
  `)

  function read(key: string): PaymentOutcome | null {
    const row = select.get(key) as ChargeRow | undefined
    return row ? outcomeOf(row) : null
  }

  function outcomeOf(row: ChargeRow): PaymentOutcome {
    if (row.declined !== null) return { kind: 'declined', message: row.declined }
    if (row.settlesAt > now().toISOString()) return { kind: 'unknown' }
    return { kind: 'approved', transactionId: row.transactionId }
  }

  return {
    chargeWithin({ key, amountPaise, instrument }) {
      const outcome = simulate(instrument)
      const settlesAt = new Date(now().getTime() + (outcome.kind === 'approvedLater' ? SETTLES_AFTER_MS : 0))
      const row = {
        transactionId: `txn_${newId()}`,
        declined: outcome.kind === 'declined' ? outcome.message : null,
        settlesAt: settlesAt.toISOString(),
      }
      const { changes } = insert.run(key, amountPaise, row.transactionId, row.declined, row.settlesAt)
      return changes === 1 ? outcomeOf(row) : (read(key) ?? { kind: 'unknown' })
    },
    async find(key) {
      return read(key)
    },
  }
}

type ChargeRow = { transactionId: string; declined: string | null; settlesAt: string }
