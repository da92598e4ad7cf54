import type { SoldProduct } from '../../purchases/purchase-store.ts'

const REMEMBERED_MAX = 10_000

/** `isCounted`: the shop knows how many there are. */
export type Sold = { product: SoldProduct; isCounted: boolean }

/**
 * Products as purchases found them, so that most purchases need not look. They are right for one version of the
 * catalogue, which every change of a product raises but that of the number in stock. What a purchase read is kept
 * once that is durable: a change that is taken back leaves nothing here.
 */
export function createSoldMemory() {
  const found = new Map<string, Sold>()
  let foundAt: number | undefined

  return {
    get: (id: string, version: number) => (version === foundAt ? found.get(id) : undefined),
    keep(id: string, version: number, sold: Sold) {
      if (version !== foundAt || found.size >= REMEMBERED_MAX) found.clear()
      foundAt = version
      found.set(id, sold)
    },
  }
}
