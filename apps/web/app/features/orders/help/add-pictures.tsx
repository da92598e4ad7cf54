import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import type { Ticket } from '@nashta/contracts/tickets/ticket'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderAccess } from '../order-queries.ts'
import { helpQuery } from './help-calls.ts'
import { faultOf, sendPictures } from './help-pictures.ts'
import { PictureButton } from './picture-button.tsx'

export type AddPicturesProps = { access: OrderAccess; ticket: Ticket }

/** Adds pictures to a ticket that exists already. */
export default function AddPictures({ access, ticket: { number, pictures } }: AddPicturesProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState<readonly string[]>([])

  async function add(files: File[]) {
    if (busy || files.length === 0) return
    const fault = faultOf(files, PICTURES_PER_TICKET_MAX - pictures.length)
    setFailures(fault ? [fault] : [])
    if (fault) return
    setBusy(true)
    setFailures(await sendPictures(access, number, files))
    await client.invalidateQueries({ queryKey: helpQuery(access).queryKey })
    setBusy(false)
  }

  return (
    <div className="mt-3 grid gap-2 sm:justify-items-start">
      <PictureButton onFiles={(files) => void add(files)}>
        {busy ? 'Sending...' : 'Add pictures'}
      </PictureButton>
      <p role="alert" className="font-medium text-raspberry-deep empty:hidden">
        {failures.join(' ')}
      </p>
    </div>
  )
}
