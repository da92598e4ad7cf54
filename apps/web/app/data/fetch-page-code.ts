declare global {
  interface Window {
    /** The router's table of routes, part of every page that the server renders. */
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

/** Takes in the code of pages that somebody may turn to, so that they open at once, and without a network too. */
export async function fetchPageCode(routes: readonly string[]) {
  const { __reactRouterManifest: manifest } = window
  const modules = routes.flatMap((route) => manifest?.routes[route]?.module ?? [])
  // Whatever cannot be had now is asked for again when it is needed.
  await Promise.allSettled(modules.map((module) => import(/* @vite-ignore */ module)))
}
