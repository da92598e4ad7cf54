import { createRequestKeys } from '@nashta/browser/request-keys'
import { type AdminTicket, closeTicket, replyToTicket } from '@nashta/contracts/tickets/ticket'
import { TICKET_TEXT_MAX_LENGTH } from '@nashta/contracts/tickets/ticket-texts'
import { type SubmitEvent, useState } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action, Failure } from '../../ui/controls.tsx'
import { Labelled, TEXT_AREA } from '../../ui/inputs.tsx'
import { failureText } from '../../ui/query-state.tsx'

const NO_MAIL = 'The shopper has no e-mail address, and reads it on the page of the order.'

export type TicketReplyProps = {
  ticket: AdminTicket
  onSaved: (doneText: string) => Promise<void>
}

/** The form for a reply by mail. A second button sends the reply and closes the ticket. */
export function TicketReply({ ticket, onSaved }: TicketReplyProps) {
  const fetchShop = useFetchShop()
  // A retry sends the same idempotency key, so the shopper gets one mail. An edited reply gets
  // a new key.
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
        // Replying and closing need different keys. With the same key, closing after a failed reply
        // would count as a retry of the reply.
        idempotencyKey: `${keyOf(text)}-${endpoint === closeTicket ? 'close' : 'reply'}`,
      })
      setText('')
      // The next reply needs a new key, even with the same text. React calls `createRequestKeys`
      // and stores the function that it returns.
      setKeyOf(createRequestKeys)
      await onSaved(endpoint === closeTicket ? 'Closed' : 'Answered')
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
      <Labelled
        label={`Answer to ${ticket.name}`}
        hint={ticket.email ? 'The shopper gets it by mail.' : NO_MAIL}
      >
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
