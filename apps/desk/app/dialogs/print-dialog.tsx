import { formatNumberOf } from '../data/formats.ts'
import { actionClasses } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'

const KINDS: [kind: string, label: string, paper: string][] = [
  ['slips', 'Packing slips', 'A5, one for each order'],
  ['labels', 'Labels', '100 × 150 mm, one for each order'],
  ['pick-list', 'Pick list', 'A4, one for all'],
]

export type PrintDialogProps = { ids: readonly string[]; onClosed: () => void }

/** Links to the slips, labels and pick list. Each linked page opens the browser's print dialog. */
export function PrintDialog({ ids, onClosed }: PrintDialogProps) {
  return (
    <Dialog title={`Print ${formatNumberOf(ids.length, 'order')}`} onClosed={onClosed}>
      {(close) => (
        <ul className="grid gap-2">
          {KINDS.map(([kind, label, paper]) => (
            <li key={kind}>
              <a
                href={`/desk/print/${kind}?${new URLSearchParams({ ids: ids.join(',') })}`}
                target="_blank"
                rel="noreferrer"
                onClick={close}
                className={`${actionClasses()} w-full justify-between`}
              >
                {label}
                <span className="font-normal text-ink-soft">{paper}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
