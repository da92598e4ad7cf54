import { RouterContextProvider, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, it } from 'vitest'
import { handleError, reportErrorContext } from './entry.server.tsx'

/** What `handleError` reports about the error of a request. */
function reportsAbout(error: unknown, signal?: AbortSignal) {
  const reports: unknown[] = []
  const context = new RouterContextProvider()
  context.set(reportErrorContext, (report) => reports.push(report))
  const request = new Request('http://localhost/', signal ? { signal } : {})
  handleError(error, { request, context, params: {} })
  return reports
}

it.each([
  ['a page that does not exist', new ErrorResponse(404, 'Not Found', null), undefined],
  ['a request that was closed', new Error('aborted'), AbortSignal.abort()],
])('no error is reported for %s', (_case, error, signal) => {
  expect(reportsAbout(error, signal)).toEqual([])
})

it('an error that broke a page is reported', () => {
  const error = new Error('GET /api/products responded 503')
  expect(reportsAbout(error)).toEqual([error])
})
