const CARD_LIKE = /\d(?:[ -]?\d){11,18}/g
const EMAIL_LIKE = /[^\s@"'<>]{1,64}@[^\s@"'<>]{1,255}/g
const TOKEN_LIKE = /\beyJ[\w-]+(?:\.[\w-]+)*/g

/** Error texts are written by libraries and may quote what a person typed. */
export function maskSecrets(text: string) {
  return text.replace(TOKEN_LIKE, '[token]').replace(EMAIL_LIKE, '[email]').replace(CARD_LIKE, '[number]')
}
