import { getTicketPicture } from '@nashta/contracts/orders/help-picture'
import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import { EnlargeablePicture } from '@nashta/ui/blob-picture'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../../session/desk-session.tsx'

/** The pictures that the shopper sent with the complaint. */
export function TicketPictures({ ticket: { number, pictures } }: { ticket: AdminTicket }) {
  if (pictures.length === 0) return null
  return (
    <ul aria-label="Pictures" className="mt-4 flex flex-wrap gap-3">
      {pictures.map(({ id }, index) => (
        <li key={id}>
          <TicketPicture
            ticketNumber={number}
            pictureId={id}
            alt={`Picture ${index + 1} of ticket ${number}`}
          />
        </li>
      ))}
    </ul>
  )
}

type TicketPictureProps = { ticketNumber: string; pictureId: string; alt: string }

function TicketPicture({ ticketNumber, pictureId, alt }: TicketPictureProps) {
  const { files } = useDesk().desk
  const { data: blob, isError } = useQuery({
    queryKey: ['ticket-picture', ticketNumber, pictureId],
    // A picture never changes.
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      files.download(getTicketPicture, { params: { id: ticketNumber, pictureId }, signal }),
  })
  if (blob) return <EnlargeablePicture blob={blob} alt={alt} />
  return (
    <span className="grid size-24 place-items-center rounded-2xl bg-paper text-center text-sm text-ink-soft">
      {isError ? 'Could not be loaded' : 'Loading…'}
    </span>
  )
}
