import { formatLongDateTime } from '@nashta/contracts/dates'
import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import type { HelpPicture, Ticket } from '@nashta/contracts/tickets/ticket'
import type { HelpKind } from '@nashta/contracts/tickets/ticket-texts'
import { EnlargeablePicture } from '@nashta/ui/blob-picture'
import { Button } from '@nashta/ui/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '../../../data/late/awaited-parts.tsx'
import type { OrderAccess } from '../order-queries.ts'
import { labelOf } from '../order-status.tsx'
import { helpPictureQuery, helpQuery } from './help-calls.ts'

// Few shoppers need help, so this code is loaded on first use.
const HelpForm = lazyPart(() => import('./help-form.tsx'), <p>Loading...</p>)
const AddPictures = lazyPart(() => import('./add-pictures.tsx'))

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

/** The tickets of an order with the shop's replies, and a button for a new ticket. */
export function OrderHelp({ access }: { access: OrderAccess }) {
  const { data: tickets = [] } = useQuery(helpQuery(access))
  const [isFormOpen, setFormOpen] = useState(false)
  const [sentNumber, setSentNumber] = useState('')
  const [pictureFailures, setPictureFailures] = useState<readonly string[]>([])

  function openForm() {
    setPictureFailures([])
    setFormOpen(true)
  }

  function onSent(ticketNumber: string, failures: string[]) {
    setSentNumber(ticketNumber)
    setPictureFailures(failures)
    setFormOpen(false)
  }

  return (
    <div className="mt-2 grid gap-5">
      {tickets.length > 0 ? (
        <ul className="divide-y divide-line">
          {tickets.map((ticket) => (
            <li key={ticket.number} className="py-3">
              <HelpTicket access={access} ticket={ticket} takesFocus={ticket.number === sentNumber} />
            </li>
          ))}
        </ul>
      ) : null}
      {pictureFailures.length > 0 ? (
        <div role="alert" className="rounded-2xl bg-danger-tint px-4 py-3 text-danger-deep">
          <p className="font-semibold">We have your request, but not all of its pictures.</p>
          <ul>
            {[...new Set(pictureFailures)].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {isFormOpen ? (
        <HelpForm access={access} kinds={KIND_OPTIONS} onSent={onSent} />
      ) : (
        <div className="grid sm:justify-start">
          <Button look="outline" onClick={openForm}>
            Get help with this order
          </Button>
        </div>
      )}
    </div>
  )
}

type HelpTicketProps = {
  access: OrderAccess
  ticket: Ticket
  /** True for the ticket that was just sent, because its form and the focused button are gone. */
  takesFocus: boolean
}

function HelpTicket({ access, ticket, takesFocus }: HelpTicketProps) {
  const { number, kind, status, text, pictures, createdAt, steps } = ticket
  const canAddPictures = status !== 'closed' && pictures.length < PICTURES_PER_TICKET_MAX
  return (
    <>
      <p
        tabIndex={-1}
        ref={takesFocus ? focus : undefined}
        className="flex flex-wrap items-baseline justify-between gap-x-6 font-semibold"
      >
        {labelOf(KIND_LABELS, kind ?? '')}
        <span>{labelOf(STATUS_LABELS, status)}</span>
      </p>
      <p className="text-[0.9375rem] text-ink-soft">
        {number} · {formatLongDateTime(createdAt)}
      </p>
      <p className="mt-1 break-words whitespace-pre-line">{text}</p>
      {pictures.length > 0 ? (
        <ul aria-label="Your pictures" className="mt-3 flex flex-wrap gap-3">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <TicketPicture access={access} number={number} picture={picture} index={index} />
            </li>
          ))}
        </ul>
      ) : null}
      {canAddPictures ? <AddPictures access={access} ticket={ticket} /> : null}
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

function focus(element: HTMLElement | null) {
  element?.focus()
}

type TicketPictureProps = { access: OrderAccess; number: string; picture: HelpPicture; index: number }

function TicketPicture({ access, number, picture, index }: TicketPictureProps) {
  const { data: blob, isError } = useQuery(helpPictureQuery(access, number, picture.id))
  if (blob) return <EnlargeablePicture blob={blob} alt={`Picture ${index + 1}`} />
  return (
    <span className="grid size-24 place-items-center rounded-2xl bg-paper text-center text-sm text-ink-soft">
      {isError ? 'Could not be loaded' : 'Loading...'}
    </span>
  )
}
