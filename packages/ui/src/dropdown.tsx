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
 * A button that opens a panel below it. The panel closes:
 * - on Esc
 * - on a press outside
 * - on a press on a link or button in the panel
 * - when an element outside gets the focus
 */
export function Dropdown({ label, className, children }: DropdownProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return undefined
    function closeOnPressOutside({ target }: PointerEvent) {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOnPressOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOnPressOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  return (
    <div
      ref={root}
      className="relative"
      onBlur={({ relatedTarget, currentTarget }) => {
        // `relatedTarget` is the element that gets the focus. It is null when the window loses the
        // focus, and the panel then stays open.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={className}
      >
        {label}
      </button>
      {/* The panel needs no key handler, because Enter on a link or button causes a click. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        hidden={!isOpen}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button')) setIsOpen(false)
        }}
        className="absolute top-full right-0 z-10 mt-2 w-64 rounded-3xl border border-line bg-white p-2 shadow-xl shadow-cocoa/10"
      >
        {children}
      </div>
    </div>
  )
}
