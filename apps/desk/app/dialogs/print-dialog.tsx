import { formatNumberOf } from '../data/formats.ts'
import { PRINT_KINDS } from '../data/print-kinds.ts'
import { actionClasses } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'

export type PrintDialogProps = { ids: readonly string[]; onClosed: () => void }

/** Links to the slips, labels and pick list. Each linked page opens the browser's print dialog. */
export function PrintDialog({ ids, onClosed }: PrintDialogProps) {
  return (
    <Dialog title={`Print ${formatNumberOf(ids.length, 'order')}`} onClosed={onClosed}>
      {(close) => (
        <ul className="grid gap-2">
          {Object.entries(PRINT_KINDS).map(([kind, { title, paper }]) => (
            <li key={kind}>
              <a
                href={`/desk/print/${kind}?${new URLSearchParams({ ids: ids.join(',') })}`}
                target="_blank"
                rel="noreferrer"
                onClick={close}
                className={`${actionClasses()} w-full justify-between`}
              >
                {title}
                <span className="font-normal text-ink-soft">{paper}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
