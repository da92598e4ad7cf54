/** When a client asked, and when it had its answer, on one clock for all of them. */
export type Span = { from: number; until: number }

/** What somebody did or saw, and when. */
export type Entry<What> = What & Span

/**
 * Those that tell of an earlier state than somebody had been told before they were asked: `height` says how
 * far a state is, and may only grow.
 */
export function backInTime<What extends Span>(entries: readonly What[], height: (entry: What) => number) {
  const byAnswer = entries.toSorted((one, other) => one.until - other.until)
  const byQuestion = entries.toSorted((one, other) => one.from - other.from)
  let highest = Number.NEGATIVE_INFINITY
  let told = 0
  return byQuestion.filter((entry) => {
    for (let next = byAnswer[told]; next && next.until < entry.from; next = byAnswer[told]) {
      highest = Math.max(highest, height(next))
      told += 1
    }
    return height(entry) < highest
  })
}
