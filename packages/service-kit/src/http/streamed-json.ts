import { setTimeout as wait } from 'node:timers/promises'

/** This many items are written as JSON at a time. */
const PIECE_SIZE = 20
/** The pause after each piece. The pauses take longer than the work, so other requests do not wait. */
const PAUSE_MS = 10

/** A reply as pieces of JSON text. They are sent one by one, and other requests are handled between them. */
export class StreamedJson {
  readonly pieces: readonly string[]

  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }
}

/** The items of a JSON array as text, without its brackets. `toJson` is called for one piece at a time. */
export async function writeInPieces<T>(items: readonly T[], toJson: (item: T) => unknown): Promise<string[]> {
  const pieces: string[] = []
  for (let start = 0; start < items.length; start += PIECE_SIZE) {
    const values = items.slice(start, start + PIECE_SIZE).map(toJson)
    const separator = start === 0 ? '' : ','
    pieces.push(separator + JSON.stringify(values).slice(1, -1))
    await wait(PAUSE_MS)
  }
  return pieces
}
