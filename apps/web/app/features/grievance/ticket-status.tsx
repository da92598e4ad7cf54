import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import type { Ticket } from '@nashta/contracts/tickets/ticket'

const STATUS_NAMES: Record<string, string> = {
  open: 'Received',
  acknowledged: 'We are looking into it',
  closed: 'Closed',
}
const STEP_NAMES: Record<string, string> = {
  acknowledged: 'We read your complaint',
  replied: 'Our answer',
  closed: 'Closed',
}

/** A status or step that this page does not know is shown as it is. */
export function TicketStatus({ ticket }: { ticket: Ticket }) {
  const { number, status, orderNumber, text, createdAt, acknowledgeBy, resolveBy, steps } = ticket
  return (
    <>
      <p>
        Number: <strong>{number}</strong>
      </p>
      <p>
        Status: <strong>{STATUS_NAMES[status] ?? status}</strong>
      </p>
      {status === 'open' ? <p>We reply by {formatLongDateTime(acknowledgeBy)} at the latest.</p> : null}
      {status === 'closed' ? null : <p>We close it by {formatLongDate(resolveBy)} at the latest.</p>}
      <h2>Your complaint of {formatLongDateTime(createdAt)}</h2>
      {orderNumber ? <p>Order {orderNumber}</p> : null}
      <p className="break-words whitespace-pre-line">{text}</p>
      {steps.map((step) => (
        <section key={step.at}>
          <h2>
            {STEP_NAMES[step.kind] ?? step.kind}, {formatLongDateTime(step.at)}
          </h2>
          {step.text ? <p className="break-words whitespace-pre-line">{step.text}</p> : null}
        </section>
      ))}
    </>
  )
}
