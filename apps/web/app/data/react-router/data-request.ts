import { RELEASE_HEADER } from '@nashta/contracts/api/contract-version'

declare global {
  interface Window {
    /** React Router's list of the built files of this page's release. */
    __reactRouterManifest: { version: string }
  }
}

/**
 * Replaces React Router's function of this name (vite.config.ts), with which a navigation asks for
 * the data of the next page. The request names the release of this page: a store of another release
 * responds that the browser shall open the next page anew, because its data could have another form.
 */
export function createRequestInit({ signal }: Request): RequestInit {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- React Router's own name
  return { signal, headers: { [RELEASE_HEADER]: window.__reactRouterManifest.version } }
}
