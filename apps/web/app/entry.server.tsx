import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'

export { publicUrlContext } from './server/public-url.server.ts'
export { fetchApiContext } from './server/shop-api.server.ts'

export const streamTimeout = 5_000

/** Set on every script of the page, so that whoever serves it can tell them from any other. */
export const scriptNonceContext = createContext<string | undefined>(undefined)

/** The whole page at once: its bytes are hashed for the CSP and cached, so there is nothing to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(await renderPage(request.url, context, loadContext.get(scriptNonceContext)), {
    status,
    headers,
  })
}

/** Where a failed render is told; whoever serves the pages provides it. */
export const reportErrorContext = createContext<(error: unknown) => void>()

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(reportErrorContext)(error)
}

function renderPage(url: string, context: EntryContext, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={context} url={url} {...(nonce && { nonce })} />,
      {
        // Otherwise React sets large boundaries aside and moves them into place with scripts.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          pipe(gatherText(resolve))
        },
        onShellError: reject,
        onError(error) {
          // The router has already turned this one into the page being drawn.
          if (!isRouteErrorResponse(error)) reject(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

function gatherText(take: (text: string) => void) {
  const pieces: Buffer[] = []
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      take(Buffer.concat(pieces).toString())
      done()
    },
  })
}
