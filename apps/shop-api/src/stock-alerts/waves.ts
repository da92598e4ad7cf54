/** The number of people who are told of each piece at once: not everybody who is told will order. */
export const PEOPLE_PER_PIECE = 2
/** The people who were told have this time before the next ones are. */
export const WAVE_MS = 6 * 60 * 60 * 1000

/** The people who are told of the same pieces. */
export type Wave = {
  at: string
  /** How many pieces were there at the last look; null for a product that is not counted. */
  pieces: number | null
  /** How many more people are to be told; null for all. */
  left: number | null
}

/**
 * The wave of a product with this stock, which is undefined where it is not counted. Null for a sold-out
 * product, so that the next delivery begins a new wave at once.
 */
export function waveOf(previous: Wave | null, stock: number | undefined, now: Date): Wave | null {
  if (stock === 0) return null
  const pieces = stock ?? null
  if (pieces === null)
    return previous?.pieces === null ? previous : { at: now.toISOString(), pieces, left: null }
  const isOver = !previous || previous.pieces === null || Date.parse(previous.at) + WAVE_MS <= now.getTime()
  if (isOver) return { at: now.toISOString(), pieces, left: pieces * PEOPLE_PER_PIECE }
  // The stored pieces fall with what is sold, so that a delivery counts as more pieces even if it only
  // replaces what was sold.
  const more = Math.max(0, pieces - (previous.pieces ?? 0))
  const left = Math.min((previous.left ?? 0) + more * PEOPLE_PER_PIECE, pieces * PEOPLE_PER_PIECE)
  return pieces === previous.pieces && left === previous.left ? previous : { ...previous, pieces, left }
}

/** How many more people the wave tells, at most `most`. */
export function leftOf(wave: Wave | null, most: number): number {
  return wave === null ? 0 : Math.min(most, wave.left ?? most)
}

/** The wave after one more person was told. */
export function toldOne(wave: Wave): Wave {
  return wave.left === null ? wave : { ...wave, left: wave.left - 1 }
}
