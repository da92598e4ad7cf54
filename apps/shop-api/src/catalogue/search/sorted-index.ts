const FIRST_CAPACITY = 16

/** Slots in the order of `compare`, which never takes two for equal. A slot is added and removed with the same keys. */
export function createSortedSlots(compare: (a: number, b: number) => number, initial: Uint32Array) {
  let slots = initial
  let length = initial.length

  function firstIndex(isThere: (slot: number) => boolean): number {
    let [low, high] = [0, length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isThere(slots[middle] as number)) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    compare,
    get slots(): Uint32Array {
      return slots.subarray(0, length)
    },
    /** Where the slots begin of which `isThere` is true: it must hold for all after the first it holds for. */
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
    remove(slot: number) {
      const index = firstIndex((other) => compare(other, slot) >= 0)
      slots.copyWithin(index, index + 1, length)
      length -= 1
    },
  }
}

export type SortedSlots = ReturnType<typeof createSortedSlots>
