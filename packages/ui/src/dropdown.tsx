import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export type DropdownProps = {
  /** The content and the classes of the button. */
  label: ReactNode
  className: string
  children: ReactNode
}

/** A button with a panel below it. The panel closes on Esc, on a press outside, on blur and on navigation. */
export function Dropdown({ label, className, children }: DropdownProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  // The key of the location where the panel was opened: a navigation changes the key, and so closes the panel.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key

  useEffect(() => {
    if (!open) return undefined
    function onPress({ target }: PointerEvent) {
      if (target instanceof Node && !root.current?.contains(target)) setOpenAt(null)
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpenAt(null)
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
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenAt(null)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? null : key)}
        className={className}
      >
        {label}
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-10 mt-2 w-64 rounded-3xl border border-line bg-white p-2 shadow-xl shadow-cocoa/10"
      >
        {children}
      </div>
    </div>
  )
}
