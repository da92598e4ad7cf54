import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { formatLongDateTime } from '@nashta/contracts/dates'
import {
  helpInputSchema,
  helpWithLinkedOrder,
  helpWithOrder,
  listLinkedTickets,
  listOrderTickets,
} from '@nashta/contracts/orders/order-help'
import type { Ticket } from '@nashta/contracts/tickets/ticket'
import type { HelpKind } from '@nashta/contracts/tickets/ticket-texts'
import { Button, SubmitButton } from '@nashta/ui/button'
import { SelectField } from '@nashta/ui/select-field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import { createRequestKeys } from '../../data/request-keys.ts'
import { type OrderAccess, orderQuery } from './order-queries.ts'
import { labelOf } from './order-status.tsx'

const HELP_FAILED = 'This could not be sent. Please try again.'

const KIND_LABELS: Record<HelpKind, string> = {
  damaged: 'Something is damaged',
  missing: 'Something is missing',
  late: 'The delivery is late',
  wrong: 'I got something else',
}
const KIND_OPTIONS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))

const STATUS_LABELS: Record<string, string> = {
  open: 'We have it',
  acknowledged: 'We are looking into it',
  closed: 'Closed',
}

/** Asks for help with an order, and shows what the shop answered. */
export function OrderHelp({ access }: { access: OrderAccess }) {
  const { data: tickets = [] } = useQuery(helpQuery(access))
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-2 grid gap-5">
      {tickets.length > 0 ? (
        <ul className="divide-y divide-line">
          {tickets.map((ticket) => (
            <li key={ticket.number} className="py-3">
              <HelpTicket ticket={ticket} />
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <HelpForm access={access} onSent={() => setOpen(false)} />
      ) : (
        <div className="grid sm:justify-start">
          <Button look="outline" onClick={() => setOpen(true)}>
            Get help with this order
          </Button>
        </div>
      )}
    </div>
  )
}

function HelpTicket({ ticket: { number, kind, status, text, createdAt, steps } }: { ticket: Ticket }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 font-semibold">
        {labelOf(KIND_LABELS, kind ?? '')}
        <span>{labelOf(STATUS_LABELS, status)}</span>
      </p>
      <p className="text-[0.9375rem] text-ink-soft">
        {number} · {formatLongDateTime(createdAt)}
      </p>
      <p className="mt-1 break-words whitespace-pre-line">{text}</p>
      {steps
        .filter((step) => step.text !== '')
        .map((step) => (
          <p key={step.at} className="mt-3 rounded-2xl bg-paper px-4 py-3 break-words whitespace-pre-line">
            <strong>Our answer: </strong>
            {step.text}
          </p>
        ))}
    </>
  )
}

function HelpForm({ access, onSent }: { access: OrderAccess; onSent: () => void }) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<FieldErrors<typeof helpInputSchema>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [keyOf] = useState(createRequestKeys)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const result = validateForm(helpInputSchema, Object.fromEntries(new FormData(form)))
    setErrors(result.ok ? {} : result.errors)
    setFailure('')
    if (!result.ok) {
      const [first = ''] = Object.keys(result.errors)
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await sendHelp(access, result.values, keyOf(result.values))
      await client.invalidateQueries({ queryKey: helpQuery(access).queryKey })
      onSent()
    } catch (error) {
      setFailure(storeMessageOf(error, HELP_FAILED))
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <SelectField
        label="What is wrong?"
        name="kind"
        placeholder="Choose one"
        options={KIND_OPTIONS}
        required
        error={errors.kind}
      />
      <TextAreaField label="Tell us more" name="text" required error={errors.text} />
      <p role="alert" className="font-medium text-raspberry-deep empty:hidden">
        {failure}
      </p>
      <div className="grid sm:justify-start">
        <SubmitButton busy={busy} busyText="Sending...">
          Send
        </SubmitButton>
      </div>
    </form>
  )
}

function helpQuery(access: OrderAccess) {
  return {
    queryKey: [...orderQuery(access).queryKey, 'help'],
    queryFn: async () => {
      if ('token' in access) return (await fetchShop(listLinkedTickets, { params: access })).data.tickets
      const params = { orderId: access.orderId }
      return (await fetchShop(listOrderTickets, { params })).data.tickets
    },
  }
}

function sendHelp(access: OrderAccess, body: { kind: HelpKind; text: string }, idempotencyKey: string) {
  if ('token' in access) return fetchShop(helpWithLinkedOrder, { params: access, body, idempotencyKey })
  return fetchShop(helpWithOrder, { params: { orderId: access.orderId }, body, idempotencyKey })
}
