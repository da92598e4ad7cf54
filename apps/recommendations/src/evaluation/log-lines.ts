import type { Interaction } from '../model/training-data.ts'

const ROWS_AT_ONCE = 1000

/** The file that `readLog` reads, in pieces. */
export function* logLines(interactions: Iterable<Interaction>): Generator<string> {
  let lines = ['user\titem\ttimestamp\tbasket']
  for (const { userId, productId, at, basketId } of interactions) {
    lines.push(`${userId}\t${productId}\t${at}\t${basketId}`)
    if (lines.length < ROWS_AT_ONCE) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}
