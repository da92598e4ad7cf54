import type { RefObject } from 'react'
import { Action } from '../../ui/controls.tsx'
import { useCloseFromOutside } from '../../ui/dialog.tsx'
import { fieldOf, nameOf, type RowChange } from './grid-edits.ts'

export type SavePreviewProps = {
  dialog: RefObject<HTMLDialogElement | null>
  changes: readonly RowChange[]
  isSaving: boolean
  /** Must ignore calls while `isSaving`: the button can still be clicked. */
  onSave: () => void
}

/** Shows what a save would change. */
export function SavePreview({ dialog, changes, isSaving, onSave }: SavePreviewProps) {
  useCloseFromOutside(dialog)
  const errors = changes.flatMap(({ cells }) => cells.filter(({ error }) => error !== null))
  return (
    <dialog
      ref={dialog}
      aria-labelledby="save-preview"
      className="m-auto max-h-[86dvh] w-[min(40rem,94vw)] rounded-2xl border border-line bg-paper p-5 text-ink"
    >
      <h2 id="save-preview" className="mb-3 text-lg font-semibold">
        {changes.length === 1 ? 'One product changes' : `${changes.length} products change`}
      </h2>
      {/* With tabIndex -1, the opened dialog focuses a button and not the scrollable list. */}
      <ul className="mb-4 grid max-h-[50dvh] gap-3 overflow-y-auto" tabIndex={-1}>
        {changes.map(({ row, cells }) => (
          <li key={row.products_id}>
            <p className="font-semibold">{nameOf(row)}</p>
            <ul>
              {cells.map(({ column, from, to, error }) => (
                <li key={column}>
                  {fieldOf(column).label}: <del className="text-ink-soft">{from}</del> →{' '}
                  <ins className="font-medium no-underline">{to}</ins>
                  {error ? <span className="ml-2 text-danger-deep">{error}</span> : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Action
          look="main"
          disabled={errors.length > 0}
          // While saving, the button is not `disabled`, because it would lose the focus.
          aria-disabled={isSaving || undefined}
          onClick={onSave}
        >
          {isSaving ? 'Saving…' : 'Save'}
        </Action>
        <Action onClick={() => dialog.current?.close()}>Back</Action>
      </div>
    </dialog>
  )
}
