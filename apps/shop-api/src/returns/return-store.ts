import type { Documents } from '@nashta/documents/documents'
import { closedMonthKey } from '../bills/bill-keys.ts'
import { type Authorship, nameOf } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'

/** A month whose return was filed. */
type ClosedMonth = { at: string; by: string }

export interface ReturnStore {
  findClosed(month: string): Promise<ClosedMonth | null>

  /** Logs the sums with which the return was filed. A month that is closed already stays as it is. */
  close(month: string, sums: Record<string, number>, authorship: Authorship): Promise<void>
}

export function createReturnStore(documents: Documents): ReturnStore {
  return {
    async findClosed(month) {
      return (await documents.get<ClosedMonth>(closedMonthKey(month)))?.body ?? null
    },

    close: (month, sums, authorship) =>
      documents.retryConflicts(async () => {
        const key = closedMonthKey(month)
        if (await documents.get(key)) return
        const body: ClosedMonth = { at: authorship.at, by: nameOf(authorship) }
        const changes = Object.fromEntries(
          Object.entries(sums).map(([field, to]) => [field, { from: null, to }]),
        )
        const subject = `return ${month}`
        const entry = logWrites({ ...authorship, kind: 'shop', subject, action: 'close', changes })
        await documents.commit([{ put: { key, body }, seen: null }, ...entry])
      }),
  }
}
