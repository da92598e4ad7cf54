import type { RefObject } from 'react'
import { useMayCall } from '../session/desk-session.tsx'
import { Action } from '../ui/controls.tsx'
import { useCloseFromOutside } from '../ui/dialog.tsx'
import { SCREENS } from './screens.ts'

type KeyMeaning = [keys: string, meaning: string]

const PALETTE_KEY: KeyMeaning = ['Ctrl K or ⌘ K', 'find a screen, an order, a product, a customer, an action']
const KEYS: KeyMeaning[] = [
  ['j, k', 'next and previous row of a list'],
  ['Enter', 'open the row; in Pack, tick the next line'],
  ['x, Shift X', 'select the order, and all up to it'],
  ['a', 'select all orders that are shown, or none'],
  ['c, p, s, d', 'confirm, pack, ship, deliver what is selected or open'],
  ['m', 'mark the selected orders as packed'],
  ['n', 'show new orders'],
  ['/', 'search the list'],
  ['Shift P', 'print what is selected or open'],
  ['Space', 'tick the line in Pack'],
  ['Tab, arrows', 'next cell of the product grid'],
  ['?', 'this list'],
]

/** The keyboard shortcuts, with those of the screens that the operator may open. */
export function KeyboardHelp({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  useCloseFromOutside(dialog)
  const mayCall = useMayCall()
  const screenKeys = SCREENS.filter(({ needs }) => mayCall(needs)).map(({ key, label }): KeyMeaning => [
    `g ${key}`,
    label,
  ])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keyboard-help"
      className="m-auto max-h-[92dvh] w-[min(34rem,92vw)] rounded-2xl border border-line bg-paper p-5 text-ink"
    >
      <h2 id="keyboard-help" className="mb-3 font-display text-xl font-semibold">
        Keys
      </h2>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {[PALETTE_KEY, ...screenKeys, ...KEYS].map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="font-semibold">{keys}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Action onClick={() => dialog.current?.close()}>Close</Action>
    </dialog>
  )
}
