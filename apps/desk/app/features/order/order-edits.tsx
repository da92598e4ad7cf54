import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import { describeEdit } from '@nashta/contracts/orders/order-edit-texts'
import { formatTime } from '../../data/formats.ts'

/** What operators have changed of an order, newest first. */
export function OrderEdits({ edits }: { edits: readonly OrderEdit[] }) {
  return (
    <ol className="grid gap-3">
      {edits.toReversed().map((edit) => (
        <li key={edit.editId}>
          <EditChanges edit={edit} />
          <p className="text-sm text-ink-soft">{formatTime(edit.at)}</p>
          {edit.undoneAt ? <p className="font-semibold">Undone</p> : null}
          {edit.refusedAt ? <p className="font-semibold">Refused by the shopper</p> : null}
        </li>
      ))}
    </ol>
  )
}

/** The changes of one edit, with the total before and after. */
export function EditChanges({ edit }: { edit: OrderEdit }) {
  const { total } = edit
  return (
    <>
      {describeEdit(edit).map((change) => (
        <span key={change} className="block">
          {change}
        </span>
      ))}
      <span className="block font-semibold">
        {total.before === total.after
          ? `Total ${formatRupees(rupeesToPaise(total.after))}, as before`
          : `Total ${formatRupees(rupeesToPaise(total.after))} instead of ${formatRupees(rupeesToPaise(total.before))}`}
      </span>
    </>
  )
}
