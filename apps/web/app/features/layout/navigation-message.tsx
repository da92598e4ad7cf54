import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** What the page before has to say, such as a welcome; the region is always there, so that it is read out. */
export function NavigationMessage() {
  const { state } = useLocation()
  // The server knows nothing of the way somebody came.
  const message = useSyncExternalStore(
    neverChanges,
    () => messageOf(state),
    () => null,
  )
  return (
    <output className="block">
      {message ? (
        <span className="block bg-pistachio-tint px-4 py-3 text-center font-medium text-pistachio">
          {message}
        </span>
      ) : null}
    </output>
  )
}

function neverChanges() {
  return () => {}
}

function messageOf(state: unknown) {
  if (typeof state !== 'object' || state === null || !('message' in state)) return null
  return typeof state.message === 'string' ? state.message : null
}
