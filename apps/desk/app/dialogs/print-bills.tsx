import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import { BILL_PAPERS, type BillPaper, PRINTED_BILLS_MAX, printBills } from '@nashta/contracts/orders/bills'
import { Failure } from '@nashta/ui/failure'
import { useDesk } from '../session/desk-session.tsx'
import { Action } from '../ui/controls.tsx'

export const PAPER_NAMES: Record<BillPaper, string> = { a4: 'A4', thermal: 'Thermal 80 mm' }

/** Saves the bills of the orders as PDFs, several bills in each. */
export function PrintBills({ ids }: { ids: readonly string[] }) {
  const { files } = useDesk().desk
  const { run, isBusy, failure } = useCall(async (paper: BillPaper) => {
    for (let start = 0; start < ids.length; start += PRINTED_BILLS_MAX) {
      const query = { ids: ids.slice(start, start + PRINTED_BILLS_MAX).join(','), paper }
      const part = ids.length > PRINTED_BILLS_MAX ? `-${start / PRINTED_BILLS_MAX + 1}` : ''
      saveBlob(`bills${part}.pdf`, await files.download(printBills, { query }))
    }
  }, 'The bills could not be loaded. Please try again.')
  return (
    <div className="grid gap-2">
      {BILL_PAPERS.map((paper) => (
        <Action key={paper} aria-disabled={isBusy || undefined} onClick={() => void run(paper)}>
          {isBusy ? 'Loading…' : `Bills (PDF), ${PAPER_NAMES[paper]}`}
        </Action>
      ))}
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
