/** The orders of one round of packing. */
export type PackQueue = {
  /** The orders that are neither packed nor skipped, the next one first. */
  ids: readonly string[]
  packed: number
  skipped: number
}

export function startQueue(ids: readonly string[]): PackQueue {
  return { ids: [...new Set(ids)], packed: 0, skipped: 0 }
}

/** `taken`: another packer has the order. */
export type PackOutcome = 'packed' | 'skipped' | 'taken'

/** Removes the first order. A skipped order does not come back in this round. */
export function withoutFirst({ ids, packed, skipped }: PackQueue, outcome: PackOutcome): PackQueue {
  return {
    ids: ids.slice(1),
    packed: packed + (outcome === 'packed' ? 1 : 0),
    skipped: skipped + (outcome === 'skipped' ? 1 : 0),
  }
}

/** Brings back the packed order whose packing was undone, as the next one. */
export function withFirstAgain({ ids, packed, skipped }: PackQueue, id: string): PackQueue {
  return { ids: [id, ...ids], packed: packed - 1, skipped }
}
