import { createRequestKeys } from '@nashta/browser/request-keys'
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
  const [text, setText] = useState('')
  // Sending the same text again uses the same idempotency key, so the note is added once. An edited
  // text gets another key.
  const [keyOf, setKeyOf] = useState(createRequestKeys)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(null)
    try {
      const { data } = await fetchShop(addOrderNote, {
        params: { orderId: order.purchaseId },
        body: { text },
        idempotencyKey: keyOf(text),
      })
      // What the operator typed meanwhile stays in the field.
      setText((typed) => (typed === text ? '' : typed))
      // With new keys, the same text typed again is a second note.
      setKeyOf(() => createRequestKeys())
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
            value={text}
            maxLength={500}
            required
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT} placeholder:text-ink-soft`}
          />
          <Action type="submit">Add</Action>
        </form>
      ) : null}
    </>
  )
}
