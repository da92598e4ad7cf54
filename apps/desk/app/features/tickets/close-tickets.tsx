import { newId } from '@nashta/browser/new-id'
import { closeTickets } from '@nashta/contracts/tickets/ticket'
import { TICKET_TEXT_MAX_LENGTH } from '@nashta/contracts/tickets/ticket-texts'
import { useState } from 'react'
import { formatNumberOf } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckInput, formText, Labelled, TEXT_AREA } from '../../ui/inputs.tsx'

/** The most tickets that the Shop API closes in one call. */
const CALL_MAX = 100

export type CloseTicketsProps = {
  numbers: readonly string[]
  /** Gets the number of closed tickets, and one text for each ticket that was refused. */
  onDone: (closed: number, refusals: readonly string[]) => Promise<void>
  onClosed: () => void
}

/** Asks for the text with which many tickets are closed. */
export function CloseTickets({ numbers, onDone, onClosed }: CloseTicketsProps) {
  const fetchShop = useFetchShop()
  // A retry sends the same key, so no shopper gets two mails.
  const [idempotencyKey] = useState(newId)

  async function close(values: FormData) {
    const body = { text: formText(values, 'text'), isMailed: values.has('isMailed') }
    let closed = 0
    const refusals: string[] = []
    for (let start = 0; start < numbers.length; start += CALL_MAX) {
      const part = numbers.slice(start, start + CALL_MAX)
      const { data } = await fetchShop(closeTickets, { body: { ...body, numbers: part }, idempotencyKey })
      closed += data.closed.length
      refusals.push(...data.refused.map(({ number, message }) => `${number}: ${message}`))
    }
    await onDone(closed, refusals)
  }

  const count = formatNumberOf(numbers.length, 'ticket')
  return (
    <FormDialog title={`Close ${count}`} submitLabel={`Close ${count}`} onSubmit={close} onClosed={onClosed}>
      <Labelled
        label="Why they are closed"
        hint="It stands on the page of each complaint. A closed complaint cannot be opened again."
      >
        <textarea name="text" rows={4} required maxLength={TICKET_TEXT_MAX_LENGTH} className={TEXT_AREA} />
      </Labelled>
      <CheckInput name="isMailed" label="Mail this text to each sender" />
    </FormDialog>
  )
}
