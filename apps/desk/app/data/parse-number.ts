/** The number in a field. An empty field or another text gives NaN, which schemas refuse. */
export function parseNumber(text: string | boolean | undefined): number {
  return typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
}
