import { useForm } from '@nashta/browser/forms/use-form'
import { type AdminTicket, closeTicket, replyToTicket } from '@nashta/contracts/tickets/ticket'
import { TICKET_TEXT_MAX_LENGTH } from '@nashta/contracts/tickets/ticket-texts'
import { Failure } from '@nashta/ui/failure'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

const NO_MAIL = 'The shopper has no e-mail address, and reads it on the page of the order.'

type Step = 'reply' | 'close' | undefined

export type TicketReplyProps = {
  ticket: AdminTicket
  onSaved: (doneText: string) => Promise<void>
}

/** The form for a reply by mail. A second button sends the reply and closes the ticket. */
export function TicketReply({ ticket, onSaved }: TicketReplyProps) {
  const fetchShop = useFetchShop()
  const { element, formProps, field, isBusy, failure, submit } = useForm<typeof replyToTicket.body, Step>({
    schema: replyToTicket.body,
    failed: failureText,
    async send(body, { idempotencyKey, intent: step = 'reply' }) {
      await fetchShop(step === 'close' ? closeTicket : replyToTicket, {
        params: { id: ticket.number },
        body,
        // Replying and closing need different keys. With the same key, closing after a failed reply
        // would count as a retry of the reply.
        idempotencyKey: `${idempotencyKey}-${step}`,
      })
      element.current?.reset()
      await onSaved(step === 'close' ? 'Closed' : 'Answered')
    },
  })

  return (
    <form {...formProps} className="grid gap-2">
      <TextAreaField
        {...field('text')}
        label={`Answer to ${ticket.name}`}
        hint={ticket.email ? 'The shopper gets it by mail.' : NO_MAIL}
        rows={5}
        maxLength={TICKET_TEXT_MAX_LENGTH}
      />
      {failure ? <Failure>{failure}</Failure> : null}
      <div className="flex flex-wrap gap-2">
        <Action look="main" type="submit" aria-disabled={isBusy || undefined}>
          Send the answer
        </Action>
        <Action aria-disabled={isBusy || undefined} onClick={() => void submit('close')}>
          Send and close
        </Action>
      </div>
    </form>
  )
}
