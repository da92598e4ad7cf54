/** The orders of one round of packing. */
export type PackQueue = {
  /** Not packed yet, the next one first. */
  ids: readonly string[]
  packed: number
  skipped: number
}

export function startQueue(ids: readonly string[]): PackQueue {
  return { ids: [...new Set(ids)], packed: 0, skipped: 0 }
}

/** The next order follows. A skipped order is not offered again in this round. */
export function withoutFirst({ ids, packed, skipped }: PackQueue, outcome: 'packed' | 'skipped'): PackQueue {
  return {
    ids: ids.slice(1),
    packed: packed + (outcome === 'packed' ? 1 : 0),
    skipped: skipped + (outcome === 'skipped' ? 1 : 0),
  }
}
