/** OpenTelemetry's protocol as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
import type { TraceContext } from './trace-context.ts'

/** A number must be whole, because it is sent as `intValue`. */
export type Attributes = Record<string, string | number>

// The protocol defines the numbers of SPAN_KIND, STATUS_ERROR and CUMULATIVE.
export const SPAN_KIND = { internal: 1, server: 2, client: 3, producer: 4 } as const
const STATUS_ERROR = 2
const CUMULATIVE = 2
const SCOPE = { name: 'nashta' }

export type Span = {
  context: TraceContext
  parentSpanId: string | null
  name: string
  kind: (typeof SPAN_KIND)[keyof typeof SPAN_KIND]
  startedAt: Date
  durationMs: number
  attributes: Attributes
  isError: boolean
}

export function tracesBody(resource: Attributes, spans: readonly Span[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: SCOPE, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan(span: Span) {
  const { context, parentSpanId, name, kind, startedAt, durationMs, attributes, isError } = span
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentSpanId !== null && { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(startedAt.getTime()),
    endTimeUnixNano: nanoseconds(startedAt.getTime() + durationMs),
    attributes: keyValues(attributes),
    ...(isError && { status: { code: STATUS_ERROR } }),
  }
}

export type HistogramSeries = { attributes: Attributes; bucketCounts: number[]; sum: number; count: number }
export type Histogram = { name: string; unit: string; bounds: readonly number[]; series: HistogramSeries[] }
export type Gauge = { name: string; unit: string; value: number }
export type MetricsPeriod = { startedAt: Date; at: Date }

export function metricsBody(
  resource: Attributes,
  { startedAt, at }: MetricsPeriod,
  histograms: readonly Histogram[],
  gauges: readonly Gauge[],
) {
  const times = {
    startTimeUnixNano: nanoseconds(startedAt.getTime()),
    timeUnixNano: nanoseconds(at.getTime()),
  }
  const metrics = [
    ...histograms.map(({ name, unit, bounds, series }) => ({
      name,
      unit,
      histogram: {
        aggregationTemporality: CUMULATIVE,
        dataPoints: series.map(({ attributes, bucketCounts, sum, count }) => ({
          attributes: keyValues(attributes),
          ...times,
          count: String(count),
          sum,
          bucketCounts: bucketCounts.map(String),
          explicitBounds: bounds,
        })),
      },
    })),
    ...gauges.map(({ name, unit, value }) => ({
      name,
      unit,
      gauge: { dataPoints: [{ ...times, asDouble: value }] },
    })),
  ]
  return {
    resourceMetrics: [
      { resource: { attributes: keyValues(resource) }, scopeMetrics: [{ scope: SCOPE, metrics }] },
    ],
  }
}

/**
 * Returns text, because a JSON number cannot hold the nanoseconds since 1970. The result is exact
 * to a microsecond.
 */
function nanoseconds(milliseconds: number) {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
}

function keyValues(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
}
