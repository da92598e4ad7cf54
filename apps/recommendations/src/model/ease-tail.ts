import type { Gram } from './gram.ts'
import type { MatrixBuilder } from './sparse-matrix.ts'
import { largestIndexes } from './top-indexes.ts'

/** Each tail product uses its largest co-occurrences only. */
const NEIGHBOURS_MAX = 100

/** A tail product's co-occurrences with the head and with other tail products. */
type TailRow = {
  item: number
  /** Its diagonal element, ridge included. */
  pivot: number
  places: Uint32Array
  amounts: Float64Array
  others: Uint32Array
  otherAmounts: Float64Array
}

type Solution = { head: Uint32Array; places: Int32Array; inverse: Float64Array; ridge: number }

/**
 * Approximates the rest of the inverse by blocks, as if tail products had no co-occurrences with each other and no
 * effect on the head. Their co-occurrences are small beside the ridge and are added to first order.
 */
export function addTailWeights(weights: MatrixBuilder, gram: Gram, solution: Solution, tail: Uint32Array) {
  const { head, inverse } = solution
  const size = head.length
  const rows = new Map(tailRows(gram, solution, tail).map((row) => [row.item, row]))
  /** The head's inverse times the product's co-occurrences, by position in the head. */
  const solved = new Float64Array(size)
  for (const own of rows.values()) {
    const { item, pivot, places, others, otherAmounts } = own
    for (const place of places) solved[place] = solvedAt(inverse, place * size, own)
    const diagonal = (1 + dotProduct(own, solved) / pivot) / pivot
    for (const place of places) {
      const joint = solved[place]! / pivot
      weights.add(head[place]!, item, joint / diagonal)
      weights.add(item, head[place]!, joint / inverse[place * size + place]!)
    }
    others.forEach((other, index) => {
      const row = rows.get(other)!
      // Minus the part that the head already explains.
      const joint = (otherAmounts[index]! - dotProduct(row, solved)) / (pivot * row.pivot)
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
    // Sorted by position, which is the memory order of the inverse.
    const places = largestNeighbours(row, touched.filter(isInHead))
      .map((other) => placeOf[other]!)
      .toSorted()
    const inTail = touched.filter((other) => other !== item && !isInHead(other))
    const others = largestNeighbours(row, inTail)
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

function largestNeighbours(row: Float64Array, others: readonly number[]): Uint32Array {
  const amounts = Float64Array.from(others, (other) => row[other]!)
  return largestIndexes(amounts, NEIGHBOURS_MAX).map((place) => others[place]!)
}

function solvedAt(inverse: Float64Array, start: number, { places, amounts }: TailRow): number {
  let sum = 0
  for (let index = 0; index < places.length; index++) {
    sum += inverse[start + places[index]!]! * amounts[index]!
  }
  return sum
}

function dotProduct({ places, amounts }: TailRow, solved: Float64Array): number {
  let sum = 0
  for (let index = 0; index < places.length; index++) {
    sum += amounts[index]! * solved[places[index]!]!
  }
  return sum
}
