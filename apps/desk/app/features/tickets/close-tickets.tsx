import { closeTickets } from '@nashta/contracts/tickets/ticket'
import { TICKET_TEXT_MAX_LENGTH } from '@nashta/contracts/tickets/ticket-texts'
import { Checkbox } from '@nashta/ui/checkbox'
import { TextAreaField } from '@nashta/ui/text-area-field'
import * as z from 'zod/mini'
import { formatNumberOf } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** The most tickets that the Shop API closes in one call. */
const CALL_MAX = 100

const { text, isMailed } = closeTickets.body.shape
const schema = z.object({ text, isMailed })

export type CloseTicketsProps = {
  numbers: readonly string[]
  /** Gets the number of closed tickets, and one text for each ticket that was refused. */
  onDone: (closed: number, refusals: readonly string[]) => Promise<void>
  onClosed: () => void
}

/** Asks for the text with which many tickets are closed. */
export function CloseTickets({ numbers, onDone, onClosed }: CloseTicketsProps) {
  const fetchShop = useFetchShop()
  async function close(body: z.output<typeof schema>, idempotencyKey: string) {
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
    <FormDialog
      title={`Close ${count}`}
      submitLabel={`Close ${count}`}
      schema={schema}
      onSubmit={close}
      onClosed={onClosed}
    >
      {(field) => (
        <>
          <TextAreaField
            {...field('text')}
            label="Why they are closed"
            hint="It stands on the page of each complaint. A closed complaint cannot be opened again."
            rows={4}
            required
            maxLength={TICKET_TEXT_MAX_LENGTH}
          />
          <Checkbox {...field('isMailed')} label="Mail this text to each sender" />
        </>
      )}
    </FormDialog>
  )
}
