import type { IncomingHttpHeaders } from 'node:http'

const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** A program that looks ahead or only asks whether a link works. Nobody has decided anything yet. */
export function isPrefetch({ method, headers }: { method: string; headers: IncomingHttpHeaders }) {
  return (
    method === 'HEAD' || PURPOSE_HEADERS.some((name) => /prefetch|preview/i.test(String(headers[name] ?? '')))
  )
}
