import { newId } from '@nashta/browser/new-id'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { addOrderNote } from '@nashta/contracts/orders/desk/fulfilment'
import { type SubmitEvent, useState } from 'react'
import { formatTime } from '../../data/formats.ts'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Action, Failure } from '../../ui/controls.tsx'
import { INPUT } from '../../ui/inputs.tsx'
import { failureText } from '../../ui/query-state.tsx'

export type OrderNotesProps = { order: DeskOrder; onSaved: (order: DeskOrder) => void }

/** The notes of an order, which only operators see. */
export function OrderNotes({ order, onSaved }: OrderNotesProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  // `key` is the idempotency key: a repeated press adds the note once.
  const [draft, setDraft] = useState(() => ({ key: newId(), text: '' }))
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(null)
    try {
      const { data } = await fetchShop(addOrderNote, {
        params: { orderId: order.purchaseId },
        body: { text: draft.text },
        idempotencyKey: draft.key,
      })
      setDraft({ key: newId(), text: '' })
      onSaved(data)
    } catch (error) {
      setFailure(failureText(error))
    }
  }

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
      {failure ? <Failure>{failure}</Failure> : null}
      {mayCall(addOrderNote) ? (
        <form onSubmit={(event) => void submit(event)} className="flex gap-2">
          <input
            aria-label="New note"
            placeholder="Only operators see notes"
            value={draft.text}
            maxLength={500}
            required
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
            className={`${INPUT} placeholder:text-ink-soft`}
          />
          <Action type="submit">Add</Action>
        </form>
      ) : null}
    </>
  )
}
