const PRIME = 0x01000193
const STARTS = [0x811c9dc5, 0x9747b28c]

/** Tells shoppers apart without naming them (FNV-1a, twice 32 bits): the `sub` itself is not left in a guest's cart. */
export function ownerHash(sub: string): string {
  return STARTS.map((start) => hash(sub, start).toString(16).padStart(8, '0')).join('')
}

function hash(text: string, start: number): number {
  let state = start
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), PRIME)
  }
  return state >>> 0
}
