import { discardUnsavedWork, hasUnsavedWork } from '@nashta/browser/forms/unsaved-work'
import { useBlocker } from 'react-router'
import { Action } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before a screen with unsaved work is left. The browser itself asks before a reload. */
export function UnsavedWorkQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedWork(),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" onClosed={() => blocker.reset()}>
      {(close) => (
        <>
          <p className="mb-4">What you changed on this screen is not saved.</p>
          <div className="flex flex-wrap gap-2">
            <Action look="main" onClick={close}>
              Stay
            </Action>
            <Action
              onClick={() => {
                discardUnsavedWork()
                blocker.proceed()
              }}
            >
              Leave without saving
            </Action>
          </div>
        </>
      )}
    </Dialog>
  )
}
