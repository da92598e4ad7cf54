/**
 * Replaces React Router's module with these functions (vite.config.ts). The originals wrap loaders and
 * navigations to measure them. The store measures none, so these do nothing.
 */
export function consumeInstrumentationClientResultMetaReceiver() {
  return undefined
}

export function getRouteInstrumentationUpdates() {
  return {}
}

export function instrumentClientSideRouter<Router>(router: Router) {
  return router
}
