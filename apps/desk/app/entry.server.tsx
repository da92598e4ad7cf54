import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Runs once, in the build: it makes the document that every path of the desk gets. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const page = renderToString(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html')
  return new Response(`<!DOCTYPE html>${page}`, { status, headers })
}
