import { useLayoutEffect, useRef } from 'react'

/** Opens the dialog that gets the returned ref, and closes it when its component is removed. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  // React calls the clean-up of a layout effect before it removes the dialog from the page. Only a
  // dialog on the page gives the focus back when it closes.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}
