import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSpanContext, formatTraceparent, parseTraceparent } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

it('a traceparent is parsed and formatted again', () => {
  const header = `00-${TRACE}-${SPAN}-01`
  const context = parseTraceparent(header)
  expect(context).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true })
  expect(context && formatTraceparent(context)).toBe(header)
})

it('a traceparent of a later format version may have more fields and flags', () => {
  expect(parseTraceparent(`01-${TRACE}-${SPAN}-03-more`)).toMatchObject({ traceId: TRACE, isSampled: true })
})

it.each([
  undefined,
  '',
  [`00-${TRACE}-${SPAN}-01`],
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
])('the traceparent %j is ignored', (header) => {
  expect(parseTraceparent(header)).toBeNull()
})

it('a child has a new span id, and the trace id and the sampling of its parent', () => {
  const parent = { traceId: TRACE, spanId: SPAN, isSampled: false }
  const child = createSpanContext(parent, { ratio: 1, randomBytes })
  expect(child).toMatchObject({ traceId: TRACE, isSampled: false })
  expect(child.spanId).toMatch(/^[\da-f]{16}$/)
  expect(child.spanId).not.toBe(SPAN)
})

/** Returns how many of a thousand new traces are sampled. */
function countSampled(ratio: number) {
  const contexts = Array.from({ length: 1000 }, () => createSpanContext(null, { ratio, randomBytes }))
  return contexts.filter(({ isSampled }) => isSampled).length
}

it('the ratio decides how many new traces are sampled', () => {
  expect(countSampled(0)).toBe(0)
  expect(countSampled(1)).toBe(1000)
  // The number is random, and about 500. The bounds are nine standard deviations away from that.
  expect(countSampled(0.5)).toBeGreaterThan(350)
  expect(countSampled(0.5)).toBeLessThan(650)
})
