import { createContext, type ReactNode, type Ref, use, useRef } from 'react'
import {
  type LinkDescriptor,
  type MetaDescriptor,
  type Params,
  UNSAFE_DataRouterDataContext,
  UNSAFE_DataRouterStateContext,
  useLocation,
} from 'react-router'

// Replaces React Router's module of these components in the browser (vite.config.ts). On the server,
// React Router's own ones write the head, the preloads and the scripts of a page. In the browser only the
// head changes, when another page opens: no link prefetches, and the scripts have run. This takes 3 kB off
// every page.

type RouteModule = {
  links?: () => LinkDescriptor[]
  meta?: (page: object) => MetaDescriptor[] | undefined
}

type Framework = { routeModules: Record<string, RouteModule | undefined> }

export const FrameworkContext = createContext<Framework | undefined>(undefined)

export function useFrameworkContext(): Framework {
  const framework = use(FrameworkContext)
  if (!framework) throw new Error('There is no HydratedRouter around this')
  return framework
}

type Match = { route: { id: string; handle?: unknown }; params: Params; pathname: string }

/** The matched routes, up to the one that has failed. */
function useShownMatches() {
  const all: readonly Match[] = use(UNSAFE_DataRouterStateContext)?.matches ?? []
  const { errors, loaderData = {} } = use(UNSAFE_DataRouterDataContext) ?? {}
  const failed = errors ? all.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const matches = failed < 0 ? all : all.slice(0, failed + 1)
  return { matches, loaderData, error: errors?.[matches.at(-1)?.route.id ?? ''] }
}

/** The links of the matched routes. Only the root has some. */
export function Links() {
  const { routeModules } = useFrameworkContext()
  const { matches } = useShownMatches()
  return matches
    .flatMap(({ route }) => routeModules[route.id]?.links?.() ?? [])
    .map((link) => ('page' in link ? null : <link key={JSON.stringify(link)} {...link} />))
}

/** The descriptions of the innermost route that has some. */
export function Meta() {
  const { routeModules } = useFrameworkContext()
  const { matches: shown, loaderData, error } = useShownMatches()
  const location = useLocation()
  const matches = shown.map(({ route: { id, handle }, params, pathname }) => ({
    id,
    handle,
    params,
    pathname,
    loaderData: loaderData[id],
    error,
  }))
  const innermost = matches.findLast(({ id }) => routeModules[id]?.meta)
  const meta = innermost && routeModules[innermost.id]?.meta?.({ ...innermost, location, matches })
  return meta?.map(describe)
}

function describe(descriptor: MetaDescriptor): ReactNode {
  if ('title' in descriptor) return <title key="title">{String(descriptor.title)}</title>
  if ('tagName' in descriptor) {
    const { tagName, ...attributes } = descriptor
    const Tag = tagName === 'link' ? 'link' : 'meta'
    return <Tag key={JSON.stringify(attributes)} {...attributes} />
  }
  if ('script:ld+json' in descriptor) {
    const json = JSON.stringify(descriptor['script:ld+json']).replaceAll('<', String.raw`\u003c`)
    // No text can end the script.
    return <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
  }
  return <meta key={JSON.stringify(descriptor)} {...descriptor} />
}

/** The server has written them. */
export function Scripts() {
  return null
}

const NO_HANDLERS = {}

export function usePrefetchBehavior() {
  const ref = useRef<HTMLAnchorElement>(null)
  return [false, ref, NO_HANDLERS] as const
}

export function PrefetchPageLinks() {
  return null
}

export function mergeRefs<Element>(...refs: (Ref<Element> | undefined)[]) {
  return (element: Element | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
}

/** Only the development server writes style sheets into pages. */
export const CRITICAL_CSS_DATA_ATTRIBUTE = ''
