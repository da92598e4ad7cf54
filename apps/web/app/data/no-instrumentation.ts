/**
 * Replaces React Router's module of these functions (vite.config.ts), which wrap loaders and
 * navigations for measurements. Its router calls the last two only for an app that measures, and the
 * first finds nothing without the others.
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
