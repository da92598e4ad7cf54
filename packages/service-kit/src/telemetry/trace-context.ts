import type { randomBytes } from 'node:crypto'

/** The position in a trace, as the W3C header `traceparent` carries it. */
export type TraceContext = { traceId: string; spanId: string; isSampled: boolean }

/** Version, trace id, span id, flags. Ids of zeros are invalid, and so is the version ff. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/
/** The bit of the flags that says whether the trace is recorded. */
const SAMPLED = 1

/**
 * Returns null for a header that is missing or not valid. Version 00 has exactly four fields. Later
 * versions may have more, which are ignored.
 */
export function parseTraceparent(header: string | string[] | undefined): TraceContext | null {
  if (typeof header !== 'string') return null
  const [, version, traceId, spanId, flags = '', moreFields] = TRACEPARENT.exec(header) ?? []
  if (!traceId || !spanId || (version === '00' && moreFields)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext) {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

export type Sampler = {
  /**
   * The share of new traces that are recorded, from 0 to 1. A trace that another service began
   * keeps the decision of that service.
   */
  ratio: number
  randomBytes: typeof randomBytes
}

/** Creates the position of a new span: below its parent or, without a parent, in a new trace. */
export function createSpanContext(
  parent: TraceContext | null,
  { ratio, randomBytes }: Sampler,
): TraceContext {
  const spanId = randomBytes(8).toString('hex')
  if (parent) return { ...parent, spanId }
  const traceId = randomBytes(16)
  // The last four bytes of the trace id are the random number that is compared with `ratio`.
  const isSampled = traceId.readUInt32BE(12) < ratio * 2 ** 32
  return { traceId: traceId.toString('hex'), spanId, isSampled }
}
