import { printBills } from '@nashta/contracts/orders/bills'
import { formatNumberOf } from '../data/formats.ts'
import { PRINT_KINDS } from '../data/print-kinds.ts'
import { useMayCall } from '../session/desk-session.tsx'
import { actionClasses } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PrintBills } from './print-bills.tsx'

export type PrintDialogProps = { ids: readonly string[]; onClosed: () => void }

/**
 * Links to the slips, labels and pick list, and the bills as PDFs. Each linked page opens the browser's
 * print dialog in a tab of its own; this dialog stays open, because one parcel needs several papers.
 */
export function PrintDialog({ ids, onClosed }: PrintDialogProps) {
  const mayCall = useMayCall()
  return (
    <Dialog title={`Print ${formatNumberOf(ids.length, 'order')}`} onClosed={onClosed}>
      {() => (
        <>
          <ul className="grid gap-2">
            {Object.entries(PRINT_KINDS).map(([kind, { title, paper }]) => (
              <li key={kind}>
                <a
                  href={`/desk/print/${kind}?${new URLSearchParams({ ids: ids.join(',') })}`}
                  target="_blank"
                  rel="noreferrer"
                  className={`${actionClasses()} w-full justify-between! whitespace-normal!`}
                >
                  {title}
                  <span className="text-right font-normal text-ink-soft">{paper}</span>
                </a>
              </li>
            ))}
          </ul>
          {mayCall(printBills) ? (
            <div className="mt-2">
              <PrintBills ids={ids} />
            </div>
          ) : null}
        </>
      )}
    </Dialog>
  )
}
