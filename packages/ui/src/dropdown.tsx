import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

export type DropdownProps = {
  /** The content of the button. */
  label: ReactNode
  /** The classes of the button. */
  className: string
  /** The content of the panel. */
  children: ReactNode
}

/**
 * A button with a panel below it. The panel closes on Esc, when an element outside gets the focus, and on a press outside
 * or on a link or button inside.
 */
export function Dropdown({ label, className, children }: DropdownProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return undefined
    function onPress({ target }: PointerEvent) {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <div
      ref={root}
      className="relative"
      onBlur={({ relatedTarget, currentTarget }) => {
        // `relatedTarget` is null when no element gets the focus, for example when the window loses it.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={className}
      >
        {label}
      </button>
      {/* On the keyboard, Enter on a link or button is a click. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        hidden={!open}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button')) setOpen(false)
        }}
        className="absolute top-full right-0 z-10 mt-2 w-64 rounded-3xl border border-line bg-white p-2 shadow-xl shadow-cocoa/10"
      >
        {children}
      </div>
    </div>
  )
}
