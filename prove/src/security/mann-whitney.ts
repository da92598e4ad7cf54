/** How likely two samples differ this much by chance, two-sided, by the normal approximation with ties. */
export function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((left, right) => left.value - right.value)
  let rankSum = 0
  let tieTerm = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length
    tieTerm += (end - start) ** 3 - (end - start)
    start = end
  }
  const [m, n, total] = [first.length, second.length, all.length]
  const mean = (m * (total + 1)) / 2
  const variance = ((m * n) / 12) * (total + 1 - tieTerm / (total * (total - 1)))
  return 2 * (1 - normalBelow(Math.abs(rankSum - mean) / Math.sqrt(variance)))
}

/** Abramowitz and Stegun 7.1.26, to seven digits. */
function normalBelow(z: number) {
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2))
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - (polynomial * Math.exp(-(z * z) / 2)) / 2
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
