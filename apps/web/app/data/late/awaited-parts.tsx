import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

/** Also the title of the page that shows an unexpected error. */
export const SOMETHING_WENT_WRONG = 'Something went wrong'
export const CONNECTION_LOST = 'The connection is lost. This opens when it is back.'

/** How many parts are being retried, because the first attempt to load them failed. */
let lostCount = 0
const listeners = new Set<() => void>()

/**
 * Loads code that a shopper waits for, and retries until it has arrived. A press that needs the
 * code takes effect then.
 */
export async function loadAwaited<Module>(load: () => Promise<Module>): Promise<Module> {
  let isLost = false
  const module = await loadWithRetry(load, {
    onFirstFailure() {
      isLost = true
      changeLostCount(1)
    },
  })
  if (isLost) changeLostCount(-1)
  return module
}

/**
 * A component whose code is loaded when it is first shown. If the code cannot be loaded, or throws,
 * the rest of the page still works.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
) {
  const Lazy = lazy(() => loadAwaited(load))
  return function Part(props: Props) {
    return (
      <PartBoundary>
        <Suspense
          fallback={
            <>
              {fallback}
              <LostPartMessage />
            </>
          }
        >
          <Lazy {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

/** A message while some part of the page is being retried. */
export function LostPartMessage() {
  return useIsPartLost() ? <output className="block p-5 text-center">{CONNECTION_LOST}</output> : null
}

export function useIsPartLost(): boolean {
  return useSyncExternalStore(subscribe, isPartLost, () => false)
}

const isPartLost = () => lostCount > 0

function changeLostCount(difference: number) {
  lostCount += difference
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <p role="alert">{SOMETHING_WENT_WRONG}</p> : this.props.children
  }
}
