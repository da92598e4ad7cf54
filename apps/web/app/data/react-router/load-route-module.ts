type Load = <Module>(load: () => Promise<Module>) => Promise<Module>

let loadWithOwnRetry: Load | undefined

/** Sets how the code of routes is loaded. */
export function loadRoutesWith(load: Load) {
  loadWithOwnRetry = load
}

/**
 * Replaces React Router's function of this name (vite.config.ts). The original reloads the page when
 * the code of a route cannot be loaded. Without a network, the shopper would lose the page.
 */
export async function loadRouteModule<RouteModule>(
  { id, module }: { id: string; module: string },
  routeModules: Record<string, RouteModule>,
): Promise<RouteModule> {
  const known = routeModules[id]
  if (known) return known
  const load = (): Promise<RouteModule> => import(/* @vite-ignore */ module)
  const loaded = await (loadWithOwnRetry ? loadWithOwnRetry(load) : load())
  routeModules[id] = loaded
  return loaded
}
