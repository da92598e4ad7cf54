/**
 * The position and size of one bar. In the plot of orders by hour, for example, a group is one
 * hour, and the two series are today and a week ago. Each group has at most one bar of each series.
 */
export type Bar = {
  seriesIndex: number
  groupIndex: number
  x: number
  y: number
  width: number
  height: number
}

/** The share of a group's width that stays empty, so that groups can be told apart. */
const GAP = 0.25

/**
 * Returns the highest value, and the position and size of every bar. The highest bar is as high as
 * the plot. A value of zero has no bar.
 */
export function layOutBars(
  series: readonly (readonly number[])[],
  { width, height }: { width: number; height: number },
): { max: number; bars: Bar[] } {
  const groups = Math.max(...series.map((values) => values.length), 1)
  const max = Math.max(0, ...series.flat())
  const groupWidth = width / groups
  const barWidth = (groupWidth * (1 - GAP)) / Math.max(series.length, 1)
  const bars = series.flatMap((values, seriesIndex) =>
    values.flatMap((value, groupIndex): Bar[] => {
      if (value <= 0) return []
      const barHeight = (value / max) * height
      const x = groupIndex * groupWidth + (groupWidth * GAP) / 2 + seriesIndex * barWidth
      return [{ seriesIndex, groupIndex, x, y: height - barHeight, width: barWidth, height: barHeight }]
    }),
  )
  return { max, bars }
}
