export const PRODUCT_POLLING_INTERVAL_MS = 10_000
const JITTER = 0.2
const PATIENCE_MAX_MS = 60_000

export type Polled = {
  /** When it was last answered, and when it last failed, in ms; zero for never. */
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/**
 * How long to wait before asking again. While the store is away each wait is as long as it has been away
 * already, so the waits double. Jitter keeps a crowd of tabs from asking in step: the milliseconds of the last
 * answer are chance enough, and give the same wait however often it is worked out.
 */
export function pollDelay({ dataUpdatedAt, errorUpdatedAt }: Polled): number {
  const away = dataUpdatedAt === 0 ? 0 : errorUpdatedAt - dataUpdatedAt
  const wait = Math.min(Math.max(away, PRODUCT_POLLING_INTERVAL_MS), PATIENCE_MAX_MS)
  const chance = (Math.max(dataUpdatedAt, errorUpdatedAt) % 1000) / 999
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance))
}
