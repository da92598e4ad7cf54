import { useCall } from '@nashta/browser/forms/use-call'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import { describeEdit, refusalText } from '@nashta/contracts/orders/order-edit-texts'
import { STILL_LOOKING } from '@nashta/contracts/orders/order-texts'
import { Button } from '@nashta/ui/button'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useState } from 'react'
import { useOrderActions } from './order-actions.ts'
import type { OrderAccess, ShownOrder } from './order-queries.ts'

const REFUSAL_FAILED = 'The change could not be refused. Please try again.'

export type EditNoticeProps = { access: OrderAccess; order: ShownOrder; edits: readonly OrderEdit[] }

/** What the shop has changed in an order, and the button with which the shopper refuses the last change. */
export function EditNotice({ access, order, edits }: EditNoticeProps) {
  const actions = useOrderActions(access)
  const [isRefusing, setRefusing] = useState(false)
  const refusal = useCall(async (editId: string) => {
    try {
      await actions.refuseEdit(editId)
      setRefusing(false)
    } catch (error) {
      actions.refetch()
      throw error
    }
  }, REFUSAL_FAILED)
  const lastEdit = edits.at(-1)
  const { editRefusal } = order
  return (
    <>
      <ol className="mt-3 space-y-3">
        {edits.map((edit) => (
          <li key={edit.editId}>
            <ul className="list-disc pl-5">
              {describeEdit(edit).map((change) => (
                <li key={change} className="break-words">
                  {change}
                </li>
              ))}
            </ul>
            <p className="font-semibold tabular-nums">{totalText(edit)}</p>
            {edit.undoneAt ? <p className="text-ink-soft">This is undone.</p> : null}
            {edit.refusedAt ? <p className="text-ink-soft">You have refused this.</p> : null}
          </li>
        ))}
      </ol>
      {order.soughtAmount === undefined ? null : (
        <p className="mt-3 text-pretty">
          You told us that you have paid {amountText(order.soughtAmount)}. {STILL_LOOKING}
        </p>
      )}
      {lastEdit && editRefusal ? (
        <div className="mt-4 print:hidden">
          {isRefusing ? (
            <form
              className="grid gap-3"
              onSubmit={(event) => {
                event.preventDefault()
                void refusal.run(lastEdit.editId)
              }}
            >
              <p className="text-pretty">{refusalText(editRefusal)}</p>
              <SubmitButton busy={refusal.isBusy} failure={refusal.failure} busyText="Refusing...">
                {editRefusal === 'undo' ? 'Refuse the change' : 'Refuse and cancel the order'}
              </SubmitButton>
              <Button look="outline" onClick={() => setRefusing(false)}>
                Keep the change
              </Button>
            </form>
          ) : (
            <>
              <p className="mb-3 text-pretty text-ink-soft">
                You do not agree? You can refuse until the order is packed.
              </p>
              <Button look="outline" onClick={() => setRefusing(true)}>
                Refuse the change
              </Button>
            </>
          )}
        </div>
      ) : null}
    </>
  )
}

function totalText({ total, back, owed }: OrderEdit): string {
  const after = amountText(total.after)
  if (total.before === total.after) return `The total stays ${after}`
  const goesBack = back === undefined ? '' : `, ${amountText(back)} goes back to you`
  const isOwed = owed === undefined ? '' : `, ${amountText(owed)} to pay`
  return `Total ${after} instead of ${amountText(total.before)}${goesBack}${isOwed}`
}

function amountText(rupees: number) {
  return formatRupees(rupeesToPaise(rupees))
}
