import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useDesk } from '../session/desk-session.tsx'
import { Action, CloseAction } from '../ui/controls.tsx'

export type Toast = {
  text: string
  /** Adds a button that undoes what the toast reports. */
  undo?: () => void
}

type ShownToast = Toast & { id: number; isNew: boolean }

const TOASTS_MAX = 3

/** Long enough to read a short text. */
const SHOWN_MIN_MS = 5_000
/** Long enough to reach the button too. */
const SHOWN_WITH_UNDO_MIN_MS = 10_000
const READING_MS_PER_CHARACTER = 100
/** A new toast stays on the next screen, because the action that it reports may lead there. */
const NEW_MS = 2_000

const ToastContext = createContext<((toast: Toast) => void) | null>(null)

/**
 * Short messages at the lower edge, above a bar with actions (`data-bar`, `data-changed`). Screen readers
 * read them out; the focus stays where it is. A message goes with its screen, unless it can be undone: of
 * those, the newest stays. None outlives the session of its operator. A phone shows the newest message
 * alone, so that the others do not cover the buttons.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>([])
  const lastId = useRef(0)
  const close = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (toast: Toast) => {
      lastId.current += 1
      const id = lastId.current
      setShown((all) => [...all, { ...toast, id, isNew: true }].slice(-TOASTS_MAX))
      const age = (all: ShownToast[]) =>
        all.map((each) => (each.id === id ? { ...each, isNew: false } : each))
      setTimeout(() => setShown(age), NEW_MS)
      setTimeout(() => close(id), shownMs(toast))
    },
    [close],
  )
  useEffect(() => {
    document.addEventListener('click', age, true)
    return () => document.removeEventListener('click', age, true)
    // A link that the operator presses is no part of the action before.
    function age({ target }: MouseEvent) {
      if (!(target instanceof Element) || !target.closest('a')) return
      setShown((all) => all.map((each) => ({ ...each, isNew: false })))
    }
  }, [])
  const { pathname } = useLocation()
  const [lastPath, setLastPath] = useState(pathname)
  if (pathname !== lastPath) {
    setLastPath(pathname)
    setShown((all) => all.filter(({ undo, isNew }) => undo || isNew).slice(-1))
  }
  const isLocked = useDesk().lockReason !== null
  const [wasLocked, setWasLocked] = useState(isLocked)
  if (isLocked !== wasLocked) {
    setWasLocked(isLocked)
    setShown([])
  }

  return (
    <ToastContext value={show}>
      {children}
      <output className="pointer-events-none fixed inset-x-0 bottom-0 z-40 grid justify-items-center gap-2 p-4 max-lg:pb-20 max-lg:*:not-last:hidden lg:[:root:has([data-bar])_&]:pb-20 max-lg:[:root:has([data-bar])_&]:pb-44 max-lg:[:root:has([data-changed])_&]:pb-32 max-lg:[:root:has([data-changed]_[role=alert])_&]:pb-76">
        {shown.map(({ id, text, undo }) => (
          <div
            key={id}
            className="pointer-events-auto flex items-center gap-3 rounded-xl border border-line bg-paper px-4 py-2 shadow-lg"
          >
            <span>{text}</span>
            {undo ? (
              <Action
                onClick={() => {
                  close(id)
                  undo()
                }}
              >
                Undo
              </Action>
            ) : null}
            <CloseAction label="Close the message" onClick={() => close(id)} />
          </div>
        ))}
      </output>
    </ToastContext>
  )
}

function shownMs({ text, undo }: Toast) {
  return Math.max(undo ? SHOWN_WITH_UNDO_MIN_MS : SHOWN_MIN_MS, text.length * READING_MS_PER_CHARACTER)
}

export function useToast() {
  const show = use(ToastContext)
  if (!show) throw new Error('There is no ToastProvider around this')
  return show
}
