import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export type DropdownProps = {
  /** What the button shows. */
  face: ReactNode
  className: string
  children: ReactNode
}

/** A button with a panel below it that goes away on Esc, on a press elsewhere, and when it is left. */
export function Dropdown({ face, className, children }: DropdownProps) {
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Whoever chose another page wants to see it.
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key

  useEffect(() => {
    if (!open) return undefined
    function onPress({ target }: PointerEvent) {
      if (!whole.current?.contains(target as Node)) setOpenAt(null)
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
      ref={whole}
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
        {face}
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
