import { KeptMarkupContext, type KeptMarkup } from '@nashta/ui/kept'
import { renderToString } from 'react-dom/server'
import {
  createContext,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'

export { fetchShopContext, publicUrlContext } from './server/contexts.server.ts'

export const streamTimeout = 5_000

/** Set on every script of the page, so that whoever serves it can tell them from any other. */
export const scriptNonceContext = createContext<string | undefined>(undefined)

/** Takes a page's text where whoever serves it has more to do with it: a response would make bytes of it first. */
export const takePageContext = createContext<((page: string) => void) | undefined>(undefined)

/** What pages share, where whoever serves them remembers it. */
export const keptMarkupContext = createContext<KeptMarkup | undefined>(undefined)

/**
 * The whole page at once: its bytes are hashed for the CSP and cached, so there is nothing to stream. The router would
 * wait for its data's stream within the page; where nothing waits, React draws for a third less.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const nonce = loadContext.get(scriptNonceContext)
  const data = await new Response(serverHandoffStream).text()
  const page = renderToString(
    <KeptMarkupContext value={loadContext.get(keptMarkupContext)}>
      <ServerRouter
        context={{ ...context, manifest: matchedOnly(context) }}
        url={request.url}
        {...(nonce && { nonce })}
      />
    </KeptMarkupContext>,
  )
  const whole = toDocument(page, data, nonce)
  const takePage = loadContext.get(takePageContext)
  const response = new Response(takePage ? null : whole, { status, headers })
  takePage?.(whole)
  return response
}

/** Where a failed render is told; whoever serves the pages provides it. */
export const reportErrorContext = createContext<(error: unknown) => void>()

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(reportErrorContext)(error)
}

/** The router is made anew for each page, and from every route it is told of. */
function matchedOnly({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id))
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id)))
  return { ...manifest, routes }
}

const PAGE_END = '</body></html>'

/** With the data that the browser goes on with, as the router writes it where it may take its time. */
function toDocument(page: string, data: string, nonce = '') {
  if (!page.endsWith(PAGE_END)) throw new Error('The page was not drawn to its end')
  const literal = JSON.stringify(data).replaceAll('<', '\\u003c')
  const script = `{const{streamController:c}=window.__reactRouterContext;c.enqueue(${literal});c.close()}`
  return `<!DOCTYPE html>${page.slice(0, -PAGE_END.length)}<script nonce="${nonce}">${script}</script>${PAGE_END}`
}
