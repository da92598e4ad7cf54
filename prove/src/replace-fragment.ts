/**
 * Replaces the only place where `source` has the code `from`. Returns null if there is none, or
 * several. White space, and the commas that a formatter adds at the end of a list, do not count: a
 * mutation still fits after its defence was indented or wrapped in another way.
 */
export function replaceFragment(source: string, from: string, to: string): string | null {
  const code = compact(source)
  // `compact` removes the comma only before a closing bracket, which `from` may lack.
  const wanted = compact(from.replace(LAST_COMMA, '')).text
  const start = code.text.indexOf(wanted)
  if (start === -1 || code.text.includes(wanted, start + 1)) return null
  const first = code.places[start] ?? 0
  const rest = source.slice((code.places[start + wanted.length - 1] ?? 0) + 1)
  return source.slice(0, first) + to.trim() + (LAST_COMMA.test(from) ? rest.replace(/^\s*,/, '') : rest)
}

const LAST_COMMA = /,\s*$/

/** White space, and commas before a closing bracket. */
const NO_CODE = /\s+|,(?=\s*[)\]}])/g

/** The text without `NO_CODE`, and for each character that is left its index in the whole text. */
function compact(text: string) {
  const places: number[] = []
  let end = 0
  for (const { index, 0: skipped } of [...text.matchAll(NO_CODE), { index: text.length, 0: '' }]) {
    for (let place = end; place < index; place += 1) places.push(place)
    end = index + skipped.length
  }
  return { text: text.replaceAll(NO_CODE, ''), places }
}
