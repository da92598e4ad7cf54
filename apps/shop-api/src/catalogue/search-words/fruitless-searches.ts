import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { calendarDay } from '@nashta/contracts/dates'
import type { Documents } from '@nashta/documents/documents'

const KEY = { pk: 'shop', sk: 'fruitless-searches' }

/** How many searches one process counts between two writes, and how many it refuses to count. */
const PENDING_MAX = 200
/** The searches that are stored: those that are most frequent, and besides them the latest. */
const FREQUENT_MAX = 150
const LATEST_MAX = 50
const FORGOTTEN_AFTER_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

const LENGTH_MAX = 60
const WORDS_MAX = 8
/** A telephone number or a number of an order, also with spaces between its digits. */
const DIGITS_MAX = 5

export type FruitlessSearch = {
  text: string
  count: number
  /** The last day, in India. */
  lastOn: string
}

/**
 * Counts what was searched without a result. Nothing is stored about who searched, and no text that
 * may be about a person, nor the beginnings of such a text that were searched on the way to it.
 * A process writes once per `flush`, however many searches there were.
 */
export function createFruitlessSearches({ documents, now }: { documents: Documents; now: () => Date }) {
  let pending = new Map<string, number>()
  /** What was refused since the last flush. Never stored. */
  const refused = new Set<string>()

  function takePending() {
    const counted = withoutBeginnings(pending, refused)
    refused.clear()
    return counted
  }

  function refuse(text: string) {
    // With no room for more, the beginnings of those so far are dropped now.
    if (refused.size >= PENDING_MAX) pending = takePending()
    // No counted text is longer, so the rest is not compared.
    refused.add(text.slice(0, LENGTH_MAX))
  }

  return {
    note(search: string) {
      const text = foldText(search)
      if (!isCounted(text)) {
        refuse(text)
        return
      }
      if (!pending.has(text) && pending.size >= PENDING_MAX) return
      pending.set(text, (pending.get(text) ?? 0) + 1)
    },

    /** Stores what was counted since the last call. What could not be stored is counted again. */
    async flush() {
      const counted = takePending()
      pending = new Map()
      if (counted.size === 0) return
      try {
        await documents.retryConflicts(async () => {
          const stored = await documents.get<{ searches: FruitlessSearch[] }>(KEY)
          const searches = merge(stored?.body.searches ?? [], counted, now())
          await documents.commit([{ put: { key: KEY, body: { searches } }, seen: stored }])
        })
      } catch (error) {
        for (const [text, count] of counted) pending.set(text, (pending.get(text) ?? 0) + count)
        throw error
      }
    },

    /** The most frequent first. */
    async list(): Promise<FruitlessSearch[]> {
      const stored = await documents.get<{ searches: FruitlessSearch[] }>(KEY)
      return stored?.body.searches ?? []
    },
  }
}

export type FruitlessSearches = ReturnType<typeof createFruitlessSearches>

/** Whether a folded search says something about snacks and nothing about a person. */
function isCounted(text: string): boolean {
  const digits = text.replaceAll(/\P{Nd}/gu, '').length
  const hasLetters = /\p{L}/u.test(text)
  const isAddress = /@|:\/\/|www\./u.test(text)
  return (
    hasLetters &&
    !isAddress &&
    digits <= DIGITS_MAX &&
    text.length <= LENGTH_MAX &&
    text.split(' ').length <= WORDS_MAX
  )
}

/**
 * The results follow the typing, so “kez” was only the way to “kezu”, and “asha.kumar” the way to an
 * address, which is refused.
 */
function withoutBeginnings(
  counts: ReadonlyMap<string, number>,
  refused: ReadonlySet<string>,
): Map<string, number> {
  const texts = [...new Set([...counts.keys(), ...refused])].toSorted()
  // Sorted, a text stands right before those that begin with it.
  const whole = texts.filter((text, index) => !refused.has(text) && !texts[index + 1]?.startsWith(text))
  return new Map(whole.map((text) => [text, counts.get(text) ?? 0]))
}

function merge(
  stored: readonly FruitlessSearch[],
  counted: ReadonlyMap<string, number>,
  now: Date,
): FruitlessSearch[] {
  const today = calendarDay(now)
  const firstDay = calendarDay(new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS))
  const byText = new Map(
    stored.filter(({ lastOn }) => lastOn >= firstDay).map((search) => [search.text, search]),
  )
  for (const [text, count] of counted)
    byText.set(text, { text, count: (byText.get(text)?.count ?? 0) + count, lastOn: today })
  const sorted = [...byText.values()].toSorted(
    (a, b) => b.count - a.count || compareTexts(b.lastOn, a.lastOn) || compareTexts(a.text, b.text),
  )
  const latest = sorted.slice(FREQUENT_MAX).toSorted((a, b) => compareTexts(b.lastOn, a.lastOn))
  return [...sorted.slice(0, FREQUENT_MAX), ...latest.slice(0, LATEST_MAX)]
}

function compareTexts(a: string, b: string) {
  return a < b ? -1 : Number(a > b)
}
