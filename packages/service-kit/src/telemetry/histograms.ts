import type { Attributes, Histogram, HistogramSeries } from './otlp.ts'

/** The upper bounds of the buckets in seconds. One more bucket counts the durations above all of them. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Durations by name and attributes, counted since the start of the process. */
export function createHistograms() {
  const byName = new Map<string, Map<string, HistogramSeries>>()

  return {
    record(name: string, attributes: Attributes, seconds: number) {
      const seriesByKey = byName.get(name) ?? new Map<string, HistogramSeries>()
      byName.set(name, seriesByKey)
      const key = JSON.stringify(attributes)
      const series = seriesByKey.get(key) ?? emptySeries(attributes)
      seriesByKey.set(key, series)

      const boundIndex = BOUNDS.findIndex((bound) => seconds <= bound)
      const bucket = boundIndex === -1 ? BOUNDS.length : boundIndex
      series.bucketCounts[bucket] = (series.bucketCounts[bucket] ?? 0) + 1
      series.sum += seconds
      series.count += 1
    },
    read: (): Histogram[] =>
      [...byName].map(([name, series]) => ({
        name,
        unit: 's',
        bounds: BOUNDS,
        series: [...series.values()],
      })),
  }
}

function emptySeries(attributes: Attributes): HistogramSeries {
  return { attributes, bucketCounts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0, count: 0 }
}
