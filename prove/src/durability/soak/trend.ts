type Point = { x: number; y: number }

/** How much y gains for each x, by least squares. */
export function slopeOf(points: readonly Point[]): number {
  const mid = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  const spread = points.reduce((sum, { x }) => sum + (x - mid.x) ** 2, 0)
  const together = points.reduce((sum, { x, y }) => sum + (x - mid.x) * (y - mid.y), 0)
  return spread === 0 ? 0 : together / spread
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The second third of a list, and the third: the first is for warming up. */
export function laterThirds<Value>(values: readonly Value[]): [middle: Value[], last: Value[]] {
  const third = Math.floor(values.length / 3)
  return [values.slice(third, 2 * third), values.slice(2 * third)]
}

function mean(values: readonly number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
