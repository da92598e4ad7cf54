/**
 * Replaces React Router's module of these functions (vite.config.ts), which load the list of routes
 * piece by piece. The first document has the whole list: see react-router.config.ts.
 */
export function isFogOfWarEnabled() {
  return false
}

export function getPatchRoutesOnNavigationFunction() {
  return undefined
}

export function useFogOFWarDiscovery() {}

export function getPartialManifest<Manifest>(manifest: Manifest) {
  return manifest
}
