/** An id of a request may hold a long row of digits too; it stands first, so it is read as what it is. */
const ID_OR_CARD_LIKE =
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|(?<card>\d(?:[ -]?\d){11,18})/g
/** Looked for where a word begins only: a long text without an address is read once, not from each of its letters. */
const EMAIL_LIKE = /(?<![\w.+%-])[\w.+%-]+@[\w-]{1,63}(?:\.[\w-]{1,63})+/g
const TOKEN_LIKE = /\beyJ[\w-]+(?:\.[\w-]+)*/g

/** Error texts are written by libraries and may quote what a person typed: the last net before a line is written. */
export function maskSecrets(line: string) {
  return line
    .replace(TOKEN_LIKE, '[token]')
    .replace(EMAIL_LIKE, '[email]')
    .replace(ID_OR_CARD_LIKE, (found, card?: string) => (card === undefined ? found : '[number]'))
}
