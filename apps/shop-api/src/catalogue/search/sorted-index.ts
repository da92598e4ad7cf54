const FIRST_CAPACITY = 16

/**
 * Slots in the order of `compare`, in one array for binary search. `compare` must not return 0 for
 * two different slots. While a slot is in the index, its sort keys must not change.
 */
export function createSortedIndex(compare: (a: number, b: number) => number, initial: Uint32Array) {
  let slots = initial
  let length = initial.length

  function firstIndex(matches: (slot: number) => boolean): number {
    return findFirstIndex(length, (index) => matches(slots[index]!))
  }

  return {
    compare,
    /** A view of the index, which is valid until the next `add` or `remove`. */
    get slots(): Uint32Array {
      return slots.subarray(0, length)
    },
    /** The first index whose slot matches. All slots after it must match too. */
    firstIndex,
    add(slot: number) {
      const index = firstIndex((other) => compare(other, slot) > 0)
      if (length === slots.length) {
        const grown = new Uint32Array(Math.max(FIRST_CAPACITY, length * 2))
        grown.set(slots)
        slots = grown
      }
      slots.copyWithin(index + 1, index, length)
      slots[index] = slot
      length += 1
    },
    /** The slot must be in the index. */
    remove(slot: number) {
      const index = firstIndex((other) => compare(other, slot) >= 0)
      slots.copyWithin(index, index + 1, length)
      length -= 1
    },
  }
}

/** Binary search for the first index that matches, or `length`. All indexes after it must match too. */
export function findFirstIndex(length: number, matches: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (matches(middle)) high = middle
    else low = middle + 1
  }
  return low
}

export type SortedIndex = ReturnType<typeof createSortedIndex>
