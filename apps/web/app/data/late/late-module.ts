import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { useEffect, useState } from 'react'
import { loadAwaited } from './awaited-parts.tsx'

/**
 * A module that pages load after their first paint, because it would make their first load larger. It
 * is loaded once for the whole visit.
 */
export function lateModule<Module>(importModule: () => Promise<Module>) {
  let loaded: Module | null = null

  async function remember() {
    loaded = await importModule()
    return loaded
  }

  return {
    /** Loads the module for a shopper who waits for it. */
    load: () => loadAwaited(remember),

    /** Null until it is loaded. */
    current: () => loaded,

    /** Null until the module is needed and loaded. */
    useModule(isNeeded: boolean): Module | null {
      const [module, setModule] = useState(loaded)

      useEffect(() => {
        if (!isNeeded || module) return undefined
        const controller = new AbortController()
        void loadWithRetry(remember, { signal: controller.signal }).then(setModule)
        return () => controller.abort()
      }, [isNeeded, module])

      return isNeeded ? module : null
    },
  }
}
