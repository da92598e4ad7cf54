import { Refusal } from '@nashta/browser/forms/failure-text'
import { useCall } from '@nashta/browser/forms/use-call'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import type { Ticket } from '@nashta/contracts/tickets/ticket'
import { Failure } from '@nashta/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderAccess } from '../order-queries.ts'
import { helpQuery, sendHelpPicture } from './help-calls.ts'
import { faultOf, sendPictures } from './help-pictures.ts'
import { PictureButton } from './picture-button.tsx'

export type AddPicturesProps = { access: OrderAccess; ticket: Ticket }

/** Adds pictures to a ticket that exists already. */
export default function AddPictures({ access, ticket: { number, pictures } }: AddPicturesProps) {
  const client = useQueryClient()
  const { run, isBusy, failure } = useCall(async (files: File[]) => {
    const fault = await faultOf(files, PICTURES_PER_TICKET_MAX - pictures.length)
    if (fault) throw new Refusal(fault)
    const failures = await sendPictures(files, (file) => sendHelpPicture(access, number, file))
    await client.invalidateQueries({ queryKey: helpQuery(access).queryKey })
    if (failures.length > 0) throw new Refusal(failures.join(' '))
  }, STORE_UNREACHABLE)

  return (
    <div className="mt-3 grid gap-2 sm:justify-items-start">
      <PictureButton onFiles={(files) => files.length > 0 && void run(files)}>
        {isBusy ? 'Sending...' : 'Add pictures'}
      </PictureButton>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
