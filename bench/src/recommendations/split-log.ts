import { createRandom, pickSome } from '@nashta/recommendations/model/numerics/random'
import type { Interaction } from '@nashta/recommendations/model/training-data'

/** The ways to split a log. */
export const PROTOCOLS = ['random', 'time', 'basket', 'completion'] as const
export type Protocol = (typeof PROTOCOLS)[number]

const RANDOM_HIDDEN_SHARE = 0.25
const TIME_HIDDEN_SHARE = 0.2
const COMPLETED_SHARE = 0.2

export type Split = {
  training: Interaction[]
  /**
   * The items of the hidden rows, by user id. With `time` and `basket`, older rows of these items
   * may be in the training.
   */
  hidden: Map<string, Set<string>>
  /**
   * What is known when the hidden items are predicted, by the keys of `hidden`. Absent: a user's rows
   * in the training.
   */
  given?: Map<string, Interaction[]>
}

/**
 * Hides a part of the log from the training:
 * - `random`: a quarter of each shopper's items, chosen by the seed;
 * - `time`: the latest fifth of all rows;
 * - `basket`: each shopper's last basket;
 * - `completion`: a fifth of all baskets. One item of each is to be found from the others alone.
 */
export function splitLog(log: readonly Interaction[], protocol: Protocol, seed: number): Split {
  if (protocol === 'random') return hideRandomItems(log, seed)
  if (protocol === 'completion') return hideItemsOfBaskets(log, seed)
  return protocol === 'time' ? hideLatestRows(log) : hideLastBaskets(log)
}

function hideRandomItems(log: readonly Interaction[], seed: number): Split {
  const random = createRandom(seed)
  const hidden = new Map<string, Set<string>>()
  for (const [userId, items] of itemsByUser(log)) {
    const indexes = pickSome(items.size, Math.round(items.size * RANDOM_HIDDEN_SHARE), random)
    const picked = new Set([...items].filter((_, index) => indexes.includes(index)))
    if (picked.size > 0) hidden.set(userId, picked)
  }
  return { training: log.filter(({ userId, productId }) => !hidden.get(userId)?.has(productId)), hidden }
}

function hideLatestRows(log: readonly Interaction[]): Split {
  const oldestFirst = log.toSorted((a, b) => a.at - b.at)
  const trainingSize = Math.floor(log.length * (1 - TIME_HIDDEN_SHARE))
  return {
    training: oldestFirst.slice(0, trainingSize),
    hidden: itemsByUser(oldestFirst.slice(trainingSize)),
  }
}

/** Hides nothing of a shopper with a single basket. */
function hideLastBaskets(log: readonly Interaction[]): Split {
  const lastBaskets = new Map<string, string>()
  for (const [userId, rows] of Map.groupBy(log, ({ userId }) => userId)) {
    const last = rows.reduce((latest, row) => (row.at >= latest.at ? row : latest))
    if (rows.some(({ eventId }) => eventId !== last.eventId)) lastBaskets.set(userId, last.eventId)
  }
  const isHidden = ({ userId, eventId }: Interaction) => lastBaskets.get(userId) === eventId
  return { training: log.filter((row) => !isHidden(row)), hidden: itemsByUser(log.filter(isHidden)) }
}

/** Nothing else is known of who fills such a basket: a guest's cart is completed in the same way. */
function hideItemsOfBaskets(log: readonly Interaction[], seed: number): Split {
  const random = createRandom(seed)
  const baskets = [...Map.groupBy(log, ({ userId, eventId }) => `${userId}\t${eventId}`)]
  const testedIndexes = new Set(
    pickSome(baskets.length, Math.round(baskets.length * COMPLETED_SHARE), random),
  )
  const [hidden, given] = [new Map<string, Set<string>>(), new Map<string, Interaction[]>()]
  const training: Interaction[] = []
  for (const [index, [key, rows]] of baskets.entries()) {
    const items = [...new Set(rows.map(({ productId }) => productId))]
    if (!testedIndexes.has(index) || items.length < 2) {
      training.push(...rows)
      continue
    }
    const wanted = items[Math.floor(random() * items.length)] ?? ''
    hidden.set(key, new Set([wanted]))
    given.set(
      key,
      rows.filter(({ productId }) => productId !== wanted),
    )
  }
  return { training, hidden, given }
}

function itemsByUser(rows: readonly Interaction[]): Map<string, Set<string>> {
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    Array.from(byUser, ([userId, ofUser]) => [userId, new Set(ofUser.map(({ productId }) => productId))]),
  )
}
