import { useEffect } from 'react'

/** Calls out that the page acts on what people do from now on. */
export function useAlive() {
  useEffect(() => {
    document.documentElement.dataset['alive'] = ''
    dispatchEvent(new Event('alive'))
  }, [])
}
