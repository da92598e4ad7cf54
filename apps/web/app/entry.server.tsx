import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { KeptMarkupContext, type KeptMarkup } from './ui/kept.ts'

export { publicUrlContext } from './server/public-url.server.ts'
export { fetchApiContext } from './server/shop-api.server.ts'

export const streamTimeout = 5_000

/** Set on every script of the page, so that whoever serves it can tell them from any other. */
export const scriptNonceContext = createContext<string | undefined>(undefined)

/** What pages share, where whoever serves them remembers it. */
export const keptMarkupContext = createContext<KeptMarkup | undefined>(undefined)

/** The whole page at once: its bytes are hashed for the CSP and cached, so there is nothing to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const nonce = loadContext.get(scriptNonceContext)
  const page = (
    <KeptMarkupContext value={loadContext.get(keptMarkupContext)}>
      <ServerRouter context={context} url={request.url} {...(nonce && { nonce })} />
    </KeptMarkupContext>
  )
  return new Response(await renderPage(page), { status, headers })
}

/** Where a failed render is told; whoever serves the pages provides it. */
export const reportErrorContext = createContext<(error: unknown) => void>()

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(reportErrorContext)(error)
}

function renderPage(page: ReactNode): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      // Otherwise React sets large boundaries aside and moves them into place with scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer)
        pipe(gatherBytes(resolve))
      },
      onShellError: reject,
      onError(error) {
        // The router has already turned this one into the page being drawn.
        if (!isRouteErrorResponse(error)) reject(error)
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

function gatherBytes(take: (bytes: Buffer<ArrayBuffer>) => void) {
  const pieces: Buffer[] = []
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      take(Buffer.concat(pieces))
      done()
    },
  })
}
