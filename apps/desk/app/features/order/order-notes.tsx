import { useForm } from '@nashta/browser/forms/use-form'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { addOrderNote } from '@nashta/contracts/orders/desk/order-calls'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { formatTime } from '../../data/formats.ts'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

export type OrderNotesProps = { order: DeskOrder; onSaved: (order: DeskOrder) => void }

/** The notes of an order, which only operators see. */
export function OrderNotes({ order, onSaved }: OrderNotesProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const { element, formProps, field, isBusy, failure } = useForm({
    schema: addOrderNote.body,
    failed: failureText,
    async send(body, { idempotencyKey }) {
      const params = { orderId: order.purchaseId }
      const typed = textIn(element.current)
      const { data } = await fetchShop(addOrderNote, { params, body, idempotencyKey })
      // What the operator typed meanwhile stays in the field.
      if (textIn(element.current) === typed) element.current?.reset()
      onSaved(data)
    },
  })

  return (
    <>
      {order.notes.length > 0 ? (
        <ul className="mb-3 grid gap-2">
          {order.notes.map(({ at, by, text }) => (
            <li key={`${at} ${text}`}>
              <p className="break-words whitespace-pre-line">{text}</p>
              <p className="text-sm text-ink-soft">
                {by}, {formatTime(at)}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {mayCall(addOrderNote) ? (
        <form {...formProps}>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              {...field('text')}
              label="New note"
              hint="Only operators see notes"
              maxLength={500}
              required
              autoComplete="off"
            />
            <div className="mt-[1.625rem]">
              <Action type="submit" aria-disabled={isBusy || undefined}>
                Add
              </Action>
            </div>
          </div>
          {failure ? <Failure>{failure}</Failure> : null}
        </form>
      ) : null}
    </>
  )
}

function textIn(form: HTMLFormElement | null) {
  return form ? new FormData(form).get('text') : null
}
