/** A reply as pieces of JSON text. They are sent one by one, and other requests are handled between them. */
export class StreamedJson {
  readonly pieces: readonly string[]

  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }
}
