import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import textFace from '../../../packages/ui/src/fonts/dm-sans.woff2?url'
import displayFace from '../../../packages/ui/src/fonts/fraunces.woff2?url'

// `createRenderContext` in server/store-build.ts sets the values of these contexts. It runs outside
// the build, and can get the context objects of the build only from the exports of this module.
export {
  fetchShopContext,
  guestCheckoutContext,
  publicUrlContext,
  realTimeSyncContext,
} from './server/contexts.server.ts'

/**
 * The header that preloads the fonts. The browser reads it before the page, so the fonts arrive
 * before the style sheet and the text is laid out once.
 */
const FONT_PRELOADS = [textFace, displayFace]
  .map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ')

/** In ms. A page whose data or components take longer fails. React Router reads this export too. */
export const streamTimeout = 5_000

/** The nonce that React and React Router put on every script and preload that they write. */
export const scriptNonceContext = createContext<string | undefined>(undefined)

/** The function that logs an error of a loader or of a render. The server sets it. */
export const reportErrorContext = createContext<(error: unknown) => void>()

/**
 * Responds only after the whole page is rendered: the page cache needs all bytes of the page for
 * the ETag and the script hashes. An error anywhere in the page rejects the promise. React Router
 * then logs the error and renders the error page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = loadContext.get(scriptNonceContext)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), streamTimeout)
  const errors: unknown[] = []
  try {
    const page = await renderToReadableStream(
      <ServerRouter context={context} url={request.url} {...(nonce && { nonce })} />,
      {
        ...(nonce && { nonce }),
        signal: timeout.signal,
        // With a single chunk, React writes no scripts that move late parts of the page into place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => void errors.push(error),
      },
    )
    await page.allReady
    if (errors.length > 0) throw errors[0]
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('link', FONT_PRELOADS)
    return new Response(page, { status, headers })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * React Router calls this with every error of a page. Errors of a 4xx page and of an aborted
 * request are not logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(reportErrorContext)(error)
}
