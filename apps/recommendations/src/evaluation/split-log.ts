import { createRandom, pickSome } from '../model/random.ts'
import type { Interaction } from '../model/training-data.ts'

export const PROTOCOLS = ['random', 'time', 'basket'] as const
export type Protocol = (typeof PROTOCOLS)[number]

const RANDOM_HIDDEN = 0.25
const TIME_HIDDEN = 0.2

export type Split = {
  training: Interaction[]
  /** What each shopper took that is hidden from the training. */
  hidden: Map<string, Set<string>>
}

/** - random: a quarter of each shopper's items; - time: the last fifth of all rows; - basket: each shopper's last. */
export function splitLog(log: readonly Interaction[], protocol: Protocol, seed: number): Split {
  if (protocol === 'random') return hideRandomItems(log, seed)
  return protocol === 'time' ? hideLatest(log) : hideLastBaskets(log)
}

function hideRandomItems(log: readonly Interaction[], seed: number): Split {
  const random = createRandom(seed)
  const hidden = new Map<string, Set<string>>()
  for (const [user, rows] of Map.groupBy(log, ({ userId }) => userId)) {
    const items = [...new Set(rows.map(({ productId }) => productId))]
    const places = pickSome(items.length, Math.round(items.length * RANDOM_HIDDEN), random)
    if (places.length > 0) hidden.set(user, new Set(Array.from(places, (place) => items[place] as string)))
  }
  return { training: log.filter(({ userId, productId }) => !hidden.get(userId)?.has(productId)), hidden }
}

function hideLatest(log: readonly Interaction[]): Split {
  const inTime = log.toSorted((a, b) => a.at - b.at)
  const cut = Math.floor(log.length * (1 - TIME_HIDDEN))
  return { training: inTime.slice(0, cut), hidden: itemsByUser(inTime.slice(cut)) }
}

/** Those who have only one basket are trained on and not asked. */
function hideLastBaskets(log: readonly Interaction[]): Split {
  const last = new Map<string, Interaction>()
  const first = new Map<string, string>()
  const returned = new Set<string>()
  for (const row of log) {
    const known = last.get(row.userId)
    if (!known || row.at >= known.at) last.set(row.userId, row)
    const basket = first.get(row.userId)
    if (basket === undefined) first.set(row.userId, row.basketId)
    else if (basket !== row.basketId) returned.add(row.userId)
  }
  const isLast = ({ userId, basketId }: Interaction) =>
    returned.has(userId) && last.get(userId)?.basketId === basketId
  return { training: log.filter((row) => !isLast(row)), hidden: itemsByUser(log.filter(isLast)) }
}

function itemsByUser(rows: readonly Interaction[]): Map<string, Set<string>> {
  const items = new Map<string, Set<string>>()
  for (const { userId, productId } of rows) {
    const known = items.get(userId)
    if (known) known.add(productId)
    else items.set(userId, new Set([productId]))
  }
  return items
}
