import { getTicketPicture } from '@nashta/contracts/orders/help-picture'
import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import { useDesk } from '../../session/desk-session.tsx'
import { StoredPicture } from '../../ui/stored-picture.tsx'

/** The pictures that the shopper sent with the complaint. */
export function TicketPictures({ ticket: { number, pictures } }: { ticket: AdminTicket }) {
  const { files } = useDesk().desk
  if (pictures.length === 0) return null
  return (
    <ul aria-label="Pictures" className="mt-4 flex flex-wrap gap-3">
      {pictures.map(({ id: pictureId }, index) => (
        <li key={pictureId}>
          <StoredPicture
            queryKey={['ticket-picture', number, pictureId]}
            download={(signal) =>
              files.download(getTicketPicture, { params: { id: number, pictureId }, signal })
            }
            alt={`Picture ${index + 1} of ticket ${number}`}
          />
        </li>
      ))}
    </ul>
  )
}
