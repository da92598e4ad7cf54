import { useEffect, useRef } from 'react'

/** Something on the page that is lost when the page is left. */
export type UnsavedWork = { isUnsaved: () => boolean; discard: () => void }

const registered = new Set<UnsavedWork>()

export function hasUnsavedWork(): boolean {
  return Array.from(registered).some(({ isUnsaved }) => isUnsaved())
}

/** Call when the person has chosen to lose the work. */
export function discardUnsavedWork() {
  for (const { discard } of registered) discard()
}

function askBeforeUnload(event: BeforeUnloadEvent) {
  if (hasUnsavedWork()) event.preventDefault()
}

/**
 * Registers work of the component that calls it. The browser asks before a reload or before the tab
 * is closed. For a navigation inside the app, the app asks: see `hasUnsavedWork`.
 */
export function useUnsavedWork(work: UnsavedWork) {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    const entry: UnsavedWork = {
      isUnsaved: () => latest.current.isUnsaved(),
      discard: () => latest.current.discard(),
    }
    registered.add(entry)
    if (registered.size === 1) window.addEventListener('beforeunload', askBeforeUnload)
    return () => {
      registered.delete(entry)
      if (registered.size === 0) window.removeEventListener('beforeunload', askBeforeUnload)
    }
  }, [])
}
