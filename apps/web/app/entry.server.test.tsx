import { RouterContextProvider, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, it } from 'vitest'
import { handleError, reportErrorContext } from './entry.server.tsx'

/** The errors that `handleError` reports when a request fails with `error`. */
function reportsOf(error: unknown, signal?: AbortSignal) {
  const reports: unknown[] = []
  const context = new RouterContextProvider()
  context.set(reportErrorContext, (report) => reports.push(report))
  const request = new Request('http://localhost/', signal ? { signal } : {})
  handleError(error, { request, context, params: {} })
  return reports
}

it.each([
  ['a page that does not exist', new ErrorResponse(404, 'Not Found', null), undefined],
  ['a request that the browser aborted', new Error('aborted'), AbortSignal.abort()],
])('no error is reported for %s', (_case, error, signal) => {
  expect(reportsOf(error, signal)).toEqual([])
})

it('an error while a page is rendered is reported', () => {
  const error = new Error('GET /api/products responded 503')
  expect(reportsOf(error)).toEqual([error])
})
