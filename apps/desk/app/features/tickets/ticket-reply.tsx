import { createRequestKeys } from '@nashta/browser/request-keys'
import { type AdminTicket, closeTicket, replyToTicket } from '@nashta/contracts/tickets/ticket'
import { TICKET_TEXT_MAX_LENGTH } from '@nashta/contracts/tickets/ticket-texts'
import { type SubmitEvent, useState } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action, Failure } from '../../ui/controls.tsx'
import { Labelled, TEXT_AREA } from '../../ui/inputs.tsx'
import { failureText } from '../../ui/query-state.tsx'

export type TicketReplyProps = { ticket: AdminTicket; onSaved: (text: string) => Promise<void> }

/** Replies to the shopper by mail, and may close the ticket. */
export function TicketReply({ ticket, onSaved }: TicketReplyProps) {
  const fetchShop = useFetchShop()
  // A repeated press sends the same key, so the shopper gets one mail. An edited answer gets another key.
  const [keyOf, setKeyOf] = useState(createRequestKeys)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(endpoint: typeof replyToTicket | typeof closeTicket) {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await fetchShop(endpoint, {
        params: { id: ticket.number },
        body: { text },
        // With one key for both, closing after a failed reply would count as a repeated reply.
        idempotencyKey: `${keyOf(text)}-${endpoint === closeTicket ? 'close' : 'reply'}`,
      })
      setText('')
      setKeyOf(createRequestKeys)
      await onSaved(endpoint === closeTicket ? 'Closed, and mailed to the shopper' : 'Mailed to the shopper')
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void send(replyToTicket)
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      {failure ? <Failure>{failure}</Failure> : null}
      <Labelled label={`Answer to ${ticket.name}`} hint="The shopper gets it by mail.">
        <textarea
          rows={5}
          value={text}
          maxLength={TICKET_TEXT_MAX_LENGTH}
          onChange={(event) => setText(event.target.value)}
          className={TEXT_AREA}
        />
      </Labelled>
      <div className="flex flex-wrap gap-2">
        <Action look="main" type="submit" disabled={text.trim() === ''} aria-disabled={busy || undefined}>
          Send the answer
        </Action>
        <Action disabled={text.trim() === ''} onClick={() => void send(closeTicket)}>
          Send and close
        </Action>
      </div>
    </form>
  )
}
