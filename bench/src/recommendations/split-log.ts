import { createRandom, pickSome } from '@nashta/recommendations/model/numerics/random'
import type { Interaction } from '@nashta/recommendations/model/training-data'

/** The ways to split a log. */
export const PROTOCOLS = ['random', 'time', 'basket'] as const
export type Protocol = (typeof PROTOCOLS)[number]

const RANDOM_HIDDEN_SHARE = 0.25
const TIME_HIDDEN_SHARE = 0.2

export type Split = {
  training: Interaction[]
  /**
   * The items of the hidden rows, by user id. With `time` and `basket`, older rows of these items
   * may be in the training.
   */
  hidden: Map<string, Set<string>>
}

/**
 * Hides a part of the log from the training:
 * - `random`: a quarter of each shopper's items, chosen by the seed;
 * - `time`: the latest fifth of all rows;
 * - `basket`: each shopper's last basket.
 */
export function splitLog(log: readonly Interaction[], protocol: Protocol, seed: number): Split {
  if (protocol === 'random') return hideRandomItems(log, seed)
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

function itemsByUser(rows: readonly Interaction[]): Map<string, Set<string>> {
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    Array.from(byUser, ([userId, ofUser]) => [userId, new Set(ofUser.map(({ productId }) => productId))]),
  )
}
