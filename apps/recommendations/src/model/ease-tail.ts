import type { Gram } from './gram.ts'
import type { MatrixBuilder } from './sparse-matrix.ts'
import { strongest } from './strongest.ts'

/** With so many others a product that few want has nearly all in common that it has with any. */
const MOST_SHARED = 100

/** What a product outside the head has in common with the head, and with the rest of the tail. */
type TailRow = {
  item: number
  /** Its own place on the diagonal, with the ridge. */
  pivot: number
  places: Uint32Array
  amounts: Float64Array
  others: Uint32Array
  otherAmounts: Float64Array
}

type Solution = { head: Uint32Array; places: Int32Array; inverse: Float64Array; ridge: number }

/**
 * The rest of the inverse by blocks, as if products of the tail had nothing in common with each other and took
 * nothing away from the head; what they have is small beside the ridge and is added to first order.
 */
export function addTailWeights(weights: MatrixBuilder, gram: Gram, solution: Solution, tail: Uint32Array) {
  const { head, inverse } = solution
  const size = head.length
  const rows = new Map(tailRows(gram, solution, tail).map((row) => [row.item, row]))
  /** What the head says about the product, by place in the head. */
  const solved = new Float64Array(size)
  for (const own of rows.values()) {
    const { item, pivot, places, others, otherAmounts } = own
    for (const place of places) solved[place] = solvedAt(inverse, place * size, own)
    const diagonal = (1 + sharedWith(own, solved) / pivot) / pivot
    for (const place of places) {
      const joint = solved[place]! / pivot
      weights.add(head[place]!, item, joint / diagonal)
      weights.add(item, head[place]!, joint / inverse[place * size + place]!)
    }
    others.forEach((other, index) => {
      const row = rows.get(other)!
      // Less what the head explains of it already.
      const joint = (otherAmounts[index]! - sharedWith(row, solved)) / (pivot * row.pivot)
      weights.add(other, item, joint / diagonal)
    })
    for (const place of places) solved[place] = 0
  }
}

function tailRows(gram: Gram, { head, places: placeOf, ridge }: Solution, tail: Uint32Array): TailRow[] {
  const isInHead = (other: number) => placeOf[other]! >= 0
  return Array.from(tail, (item) => {
    const { row, touched } = gram.rowOf(item)
    const amountOf = (other: number) => row[other]!
    // In the order of the places, which is how the inverse lies in memory.
    const places = mostShared(row, touched.filter(isInHead))
      .map((other) => placeOf[other]!)
      .toSorted()
    const inTail = touched.filter((other) => other !== item && !isInHead(other))
    const others = mostShared(row, inTail)
    return {
      item,
      pivot: amountOf(item) + ridge,
      places,
      amounts: Float64Array.from(places, (place) => amountOf(head[place]!)),
      others,
      otherAmounts: Float64Array.from(others, amountOf),
    }
  })
}

function mostShared(row: Float64Array, others: readonly number[]): Uint32Array {
  const amounts = Float64Array.from(others, (other) => row[other]!)
  return strongest(amounts, MOST_SHARED).map((place) => others[place]!)
}

function solvedAt(inverse: Float64Array, start: number, { places, amounts }: TailRow): number {
  let sum = 0
  for (let index = 0; index < places.length; index++) {
    sum += inverse[start + places[index]!]! * amounts[index]!
  }
  return sum
}

function sharedWith({ places, amounts }: TailRow, solved: Float64Array): number {
  let sum = 0
  for (let index = 0; index < places.length; index++) {
    sum += amounts[index]! * solved[places[index]!]!
  }
  return sum
}
