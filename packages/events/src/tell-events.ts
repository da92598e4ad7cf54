import { type ShopEvent, takeEvents } from '@nashta/contracts/recommendations/shop-event'

const ANSWER_MS = 10_000

export type TellEvents = (events: readonly ShopEvent[]) => Promise<void>

type Whereabouts = { RECOMMENDATIONS_URL?: string | undefined; RECOMMENDATIONS_KEY: string }

/** Tells a recommendation service at another address; null where there is none. */
export function listenerAt({
  RECOMMENDATIONS_URL: url,
  RECOMMENDATIONS_KEY: key,
}: Whereabouts): TellEvents | null {
  if (!url) return null
  return async (events) => {
    const response = await fetch(new URL(takeEvents.path, url), {
      method: takeEvents.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The recommendation service answered ${response.status} to events`)
  }
}
