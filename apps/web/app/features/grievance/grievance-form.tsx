import { STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import {
  ORDER_NUMBER_MAX_LENGTH,
  TICKET_TEXT_MAX_LENGTH,
  ticketPath,
} from '@nashta/contracts/tickets/ticket-texts'
import { SubmitButton } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ComplaintErrors, NewTicket } from './send-complaint.ts'

const FIELDS = ['name', 'email', 'orderNumber', 'text'] as const
type FieldName = (typeof FIELDS)[number]

type State = { busy: boolean; errors?: ComplaintErrors; ticket?: NewTicket }

export function GrievanceForm() {
  const form = useRef<HTMLFormElement>(null)
  const [{ busy, errors = {}, ticket }, setState] = useState<State>({ busy: false })
  const orderNumber = useOrderNumber()

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    setState({ busy: true })
    const result = await send(Object.fromEntries(FIELDS.map((name) => [name, textOf(fields, name)])))
    setState({ busy: false, ...result })
    if ('errors' in result) focusFirstError(form.current, result.errors)
  }

  const fieldProps = (name: FieldName) => ({
    name,
    error: errors[name],
    onChange: () => errors[name] && setState({ busy, errors: { ...errors, [name]: undefined } }),
  })

  if (ticket) return <ComplaintReceived ticket={ticket} />
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-4 sm:grid-cols-2"
    >
      <TextField
        {...fieldProps('name')}
        label="Name"
        autoComplete="name"
        maxLength={PERSON_NAME_MAX_LENGTH}
        required
      />
      <TextField
        {...fieldProps('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
      />
      <div className="sm:col-span-2">
        <TextField
          {...fieldProps('orderNumber')}
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
          {...fieldProps('text')}
          label="What is wrong?"
          rows={6}
          maxLength={TICKET_TEXT_MAX_LENGTH}
          required
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
        <SubmitButton busy={busy} busyText="Sending...">
          Send the complaint
        </SubmitButton>
        {errors.form ? (
          <p role="alert" className="font-medium text-raspberry-deep">
            {errors.form}
          </p>
        ) : null}
      </div>
      <noscript className="sm:col-span-2">
        <p>This form needs JavaScript. You can also write to the grievance officer.</p>
      </noscript>
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

function textOf(fields: FormData, name: string) {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

async function send(values: Record<string, string>) {
  try {
    const { sendComplaint } = await import('./send-complaint.ts')
    return await sendComplaint(values)
  } catch {
    // The module could not be loaded, or failed unexpectedly.
    return { errors: { form: STORE_UNREACHABLE } }
  }
}

function focusFirstError(form: HTMLFormElement | null, errors: ComplaintErrors) {
  const first = FIELDS.find((name) => errors[name])
  if (first) form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
}
