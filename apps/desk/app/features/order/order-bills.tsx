import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import {
  BILL_PAPERS,
  billFileName,
  type BillPaper,
  getBillAtDesk,
  makeBill,
} from '@nashta/contracts/orders/bills'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { Failure } from '@nashta/ui/failure'
import { formatDay } from '../../data/formats.ts'
import { PAPER_NAMES } from '../../dialogs/print-bills.tsx'
import { useDesk, useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'

export type OrderBillsProps = { order: DeskOrder; onDone: (text: string, order?: DeskOrder) => Promise<void> }

/** Whether the operator sees bills, and the order has some or may have one now. */
export function hasBills({ bills, isBillDue, onBillOf, orderStatus }: DeskOrder): boolean {
  if (isBillDue === undefined) return false
  return isBillDue || onBillOf !== undefined || bills !== undefined || orderStatus === 'CONFIRMED'
}

/** The bill of an order and its credit notes. Before the goods leave, an operator may make the bill. */
export function OrderBills({ order, onDone }: OrderBillsProps) {
  const { files } = useDesk().desk
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const { purchaseId, version, bills = [], isBillDue } = order
  const load = useCall(async ({ id, number, paper }: { id: string; number: string; paper: BillPaper }) => {
    const params = { orderId: purchaseId, bill: id }
    saveBlob(billFileName(number), await files.download(getBillAtDesk, { params, query: { paper } }))
  }, 'The bill could not be loaded. Please try again.')
  const make = useCall(async () => {
    const { data } = await fetchShop(makeBill, { params: { orderId: purchaseId }, body: { version } })
    await onDone('The bill is made', data)
  }, 'The bill could not be made. Please try again.')
  const mayMake = (bills.length === 0 || isBillDue) && mayCall(makeBill)
  const failure = make.failure ?? load.failure
  return (
    <div className="grid justify-items-start gap-3">
      {bills.length === 0 ? <p className="text-ink-soft">{missingBillText(order)}</p> : null}
      {bills.map(({ id, number }) => (
        <div key={id} className="flex flex-wrap items-center gap-2">
          <span className="w-full font-medium sm:w-auto">
            {id === 'bill' ? 'Bill' : 'Credit note'} {number}
          </span>
          {BILL_PAPERS.map((paper) => (
            <Action
              key={paper}
              aria-disabled={load.isBusy || undefined}
              aria-label={`${number} on ${PAPER_NAMES[paper]}`}
              onClick={() => void load.run({ id, number, paper })}
            >
              {PAPER_NAMES[paper]}
            </Action>
          ))}
        </div>
      ))}
      {mayMake && !order.owed ? (
        <Action aria-disabled={make.isBusy || undefined} onClick={() => void make.run()}>
          {make.isBusy ? 'Making…' : makeText(order)}
        </Action>
      ) : null}
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}

function missingBillText({ isBillDue, onBillOf }: DeskOrder) {
  if (onBillOf !== undefined) return `On the bill of ${formatDay(onBillOf)}, which is made at 11:45 pm.`
  return isBillDue ? 'The bill is due and not made yet.' : 'Made when the goods are handed over.'
}

function makeText({ bills = [], onBillOf }: DeskOrder) {
  if (bills.length > 0) return 'Make the credit note now'
  return onBillOf === undefined ? 'Make the bill now' : 'Make an own bill now'
}
