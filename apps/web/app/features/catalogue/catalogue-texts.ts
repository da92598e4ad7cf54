export const NO_SNACKS = 'No snacks available at the moment.'

export const BEST_SELLER = 'BEST SELLER'
export const LOADING_BEST_SELLERS = 'Loading best sellers...'
export const NO_BEST_SELLERS = 'No best sellers available at the moment.'

export const LOADING_SNACKS = 'Loading snacks...'

/** The notice while the store is unreachable. */
export function savedSnacksText(ageMs: number): string {
  return `Showing saved snacks from ${ago(ageMs)}`
}

const MINUTE_MS = 60_000

const UNITS = [
  { name: 'day', ms: 24 * 60 * MINUTE_MS },
  { name: 'hour', ms: 60 * MINUTE_MS },
  { name: 'minute', ms: MINUTE_MS },
]

function ago(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= candidate.ms)
  if (!unit) return 'a moment ago'
  const count = Math.floor(ms / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`
}
