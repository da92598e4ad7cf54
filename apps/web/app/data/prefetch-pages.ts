declare global {
  interface Window {
    /** The router's route manifest, part of every page that the server renders. */
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

/** Loads the code of these routes, so that they open at once, and offline too. */
export async function prefetchPages(routes: readonly string[]) {
  const { __reactRouterManifest: manifest } = window
  const modules = routes.flatMap((route) => manifest?.routes[route]?.module ?? [])
  // A module that fails to load here is loaded again when its page opens.
  await Promise.allSettled(modules.map((module) => import(/* @vite-ignore */ module)))
}
