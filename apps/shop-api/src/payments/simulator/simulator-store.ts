import { Conflict, type Documents, type NewDocument } from '@nashta/documents/documents'
import type { SimulatedCharge } from './simulated-charge.ts'

/** A refund may be asked for until its order is a year old. */
const CHARGE_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000

/** Stores the simulator's payments, so that they survive a restart. A key is an order id. */
export interface SimulatorStore {
  /** Stores the charge unless the key already has one. Returns the stored charge of the key. */
  add(key: string, charge: SimulatedCharge): Promise<SimulatedCharge>
  find(key: string): Promise<SimulatedCharge | null>
  /**
   * Atomically replaces the charge by the result of the pure `change`, and returns the result.
   * Returns null when the key has no charge.
   */
  change(key: string, change: (charge: SimulatedCharge) => SimulatedCharge): Promise<SimulatedCharge | null>
}

export function createSimulatorStore(documents: Documents): SimulatorStore {
  const find = (key: string) => documents.get<SimulatedCharge>(chargeKey(key))

  return {
    add: (key, charge) =>
      documents.retryConflicts(async () => {
        try {
          await documents.commit([{ put: chargeDocument(key, charge), seen: null }])
          return charge
        } catch (error) {
          // A conflict means that the key has a charge already. It is read only then, so the first charge
          // of a key costs no read.
          const stored = error instanceof Conflict ? await find(key) : null
          if (!stored) throw error
          return stored.body
        }
      }),
    find: async (key) => (await find(key))?.body ?? null,
    change: (key, change) =>
      documents.retryConflicts(async () => {
        const seen = await find(key)
        if (!seen) return null
        const changed = change(seen.body)
        if (changed !== seen.body) await documents.commit([{ put: chargeDocument(key, changed), seen }])
        return changed
      }),
  }
}

function chargeKey(key: string) {
  return { pk: `charge#${key}`, sk: 'charge' }
}

function chargeDocument(key: string, charge: SimulatedCharge): NewDocument {
  const expiresAt = new Date(Date.parse(charge.settlesAt) + CHARGE_LIFETIME_MS)
  return { key: chargeKey(key), body: charge, expiresAt }
}
