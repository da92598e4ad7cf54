import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSpanContext, formatTraceparent, parseTraceparent } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

it('a traceparent is read and written', () => {
  const header = `00-${TRACE}-${SPAN}-01`
  const context = parseTraceparent(header)
  expect(context).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true })
  expect(context && formatTraceparent(context)).toBe(header)
})

it('a later version may have more fields and flags', () => {
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
])('the header %j is ignored', (header) => {
  expect(parseTraceparent(header)).toBeNull()
})

it('a child has the trace id of its parent and a new span id, and is not recorded when its parent is not', () => {
  const parent = { traceId: TRACE, spanId: SPAN, isSampled: false }
  const child = createSpanContext(parent, { ratio: 1, randomBytes })
  expect(child).toMatchObject({ traceId: TRACE, isSampled: false })
  expect(child.spanId).toMatch(/^[\da-f]{16}$/)
  expect(child.spanId).not.toBe(SPAN)
})

/** How many of a thousand new traces are recorded. */
function sampledOf(ratio: number) {
  const contexts = Array.from({ length: 1000 }, () => createSpanContext(null, { ratio, randomBytes }))
  return contexts.filter(({ isSampled }) => isSampled).length
}

it('the ratio decides how many new traces are recorded', () => {
  expect(sampledOf(0)).toBe(0)
  expect(sampledOf(1)).toBe(1000)
  // About 500. The trace ids are random, and these bounds are nine standard deviations away.
  expect(sampledOf(0.5)).toBeGreaterThan(350)
  expect(sampledOf(0.5)).toBeLessThan(650)
})
