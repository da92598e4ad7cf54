import { useForm } from '@nashta/browser/forms/use-form'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import {
  ORDER_NUMBER_MAX_LENGTH,
  TICKET_TEXT_MAX_LENGTH,
  ticketPath,
} from '@nashta/contracts/tickets/ticket-texts'
import { TextField } from '@nashta/ui/field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { NewTicket } from './send-complaint.ts'

/** Loaded on the first submit, so that the page opens without the rules of the form. */
const loadComplaint = () => import('./send-complaint.ts')

export function GrievanceForm() {
  const [ticket, setTicket] = useState<NewTicket>()
  const { formProps, field, isBusy, failure } = useForm({
    schema: async () => (await loadComplaint()).ticketInputSchema,
    failed: (error) => (isShopError(error) ? error.message : STORE_UNREACHABLE),
    async send(values, { idempotencyKey }) {
      setTicket(await (await loadComplaint()).sendComplaint(values, idempotencyKey))
    },
  })
  const orderNumber = useOrderNumber()

  if (ticket) return <ComplaintReceived ticket={ticket} />
  return (
    <form {...formProps} className="grid gap-x-4 sm:grid-cols-2">
      <noscript className="mb-6 rounded-2xl bg-butter px-5 py-3 font-semibold sm:col-span-2">
        This form needs JavaScript. You can also write to the grievance officer.
      </noscript>
      <TextField
        {...field('name')}
        label="Name"
        autoComplete="name"
        maxLength={PERSON_NAME_MAX_LENGTH}
        required
      />
      <TextField
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
      />
      <div className="sm:col-span-2">
        <TextField
          {...field('orderNumber')}
          // The order number is known only after hydration. The new key mounts the field again with its new value.
          key={orderNumber}
          defaultValue={orderNumber}
          label="Order number (optional)"
          autoComplete="off"
          maxLength={ORDER_NUMBER_MAX_LENGTH}
        />
      </div>
      <div className="sm:col-span-2">
        <TextAreaField
          {...field('text')}
          label="What is wrong?"
          rows={6}
          maxLength={TICKET_TEXT_MAX_LENGTH}
          required
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
        <SubmitButton busy={isBusy} failure={failure} busyText="Sending...">
          Send the complaint
        </SubmitButton>
      </div>
    </form>
  )
}

/**
 * The number in the address `/grievance?order=AB12CD34`. It is empty on the server, which renders
 * the same page for every order.
 */
function useOrderNumber() {
  const [search] = useSearchParams()
  return useHydrated() ? (search.get('order') ?? '').slice(0, ORDER_NUMBER_MAX_LENGTH) : ''
}

/** The confirmation takes the focus, so that screen readers read it out and the page scrolls to it. */
function ComplaintReceived({ ticket }: { ticket: NewTicket }) {
  const { number, token, acknowledgeBy, resolveBy } = ticket
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Your complaint"
      className="rounded-2xl bg-pistachio-tint px-6 py-5 outline-none"
    >
      <p className="font-semibold">Your complaint has the number {number}.</p>
      <p className="mt-2">
        We reply by {formatLongDateTime(acknowledgeBy)} at the latest, and close it by{' '}
        {formatLongDate(resolveBy)}. A mail with the number and the link is on its way.
      </p>
      <p className="mt-2">
        <Link to={ticketPath(token)} className="font-semibold underline underline-offset-4">
          See your complaint
        </Link>
      </p>
    </section>
  )
}
