import { useForm } from '@nashta/browser/forms/use-form'
import { newId } from '@nashta/browser/new-id'
import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import { helpInputSchema } from '@nashta/contracts/orders/order-help'
import { BlobPicture } from '@nashta/ui/blob-picture'
import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { SelectField } from '@nashta/ui/select-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderAccess } from '../order-queries.ts'
import { helpQuery, sendHelp } from './help-calls.ts'
import { faultOf, sendPictures } from './help-pictures.ts'
import { PictureButton } from './picture-button.tsx'

const HELP_FAILED = 'This could not be sent. Please try again.'

export type HelpFormProps = {
  access: OrderAccess
  kinds: { value: string; label: string }[]
  /** Called when the ticket exists, with a sentence for each picture that was not sent. */
  onSent: (ticketNumber: string, pictureFailures: string[]) => void
}

/** The same file may be chosen twice, so each choice has an id. */
type ChosenPicture = { id: string; file: File }

/** Creates a ticket with up to `PICTURES_PER_TICKET_MAX` pictures. */
export default function HelpForm({ access, kinds, onSent }: HelpFormProps) {
  const client = useQueryClient()
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  /** Why the last chosen pictures were not taken. */
  const [pictureFault, setPictureFault] = useState('')
  const { formProps, field, isBusy, failure } = useForm({
    schema: helpInputSchema,
    failed: HELP_FAILED,
    async send(values, { idempotencyKey }) {
      const ticketNumber = await sendHelp(access, values, idempotencyKey)
      const files = pictures.map(({ file }) => file)
      const pictureFailures = await sendPictures(access, ticketNumber, files)
      await client.invalidateQueries({ queryKey: helpQuery(access).queryKey })
      onSent(ticketNumber, pictureFailures)
    },
  })

  async function addPictures(files: File[]) {
    const all = [...pictures, ...files.map((file) => ({ id: newId(), file }))]
    const fault = await faultOf(all.map(({ file }) => file))
    setPictureFault(fault)
    if (fault === '') setPictures(all)
  }

  return (
    <form {...formProps} className="grid gap-2">
      <SelectField
        {...field('kind')}
        label="What is wrong?"
        placeholder="Choose one"
        options={kinds}
        required
      />
      <TextAreaField {...field('text')} label="Tell us more" required />
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-1.5 font-semibold">Pictures, up to {PICTURES_PER_TICKET_MAX}</legend>
        <p className="text-[0.9375rem] text-ink-soft">
          Only our staff, and whoever can open this order, sees them. We remove where and when they were
          taken.
        </p>
        {pictures.length > 0 ? (
          <ul className="flex flex-wrap gap-3">
            {pictures.map(({ id, file }, index) => (
              <li key={id} className="relative">
                <BlobPicture
                  blob={file}
                  alt={file.name}
                  className="size-24 rounded-2xl border-[1.5px] border-line object-cover"
                />
                <button
                  type="button"
                  aria-label={`Remove picture ${index + 1}: ${file.name}`}
                  onClick={() => setPictures((all) => all.filter((each) => each.id !== id))}
                  className={`absolute -top-3 -right-3 bg-white text-ink shadow-md ${ICON_BUTTON}`}
                >
                  <Icon name="close" className="size-5" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {pictures.length < PICTURES_PER_TICKET_MAX ? (
          <div className="grid sm:justify-start">
            <PictureButton onFiles={(files) => void addPictures(files)}>
              {pictures.length === 0 ? 'Add pictures' : 'Add another picture'}
            </PictureButton>
          </div>
        ) : null}
        <p role="alert" className="min-h-lh font-medium text-danger-deep">
          {pictureFault}
        </p>
      </fieldset>
      <div className="grid gap-3 sm:justify-start">
        <SubmitButton busy={isBusy} failure={failure} busyText="Sending...">
          Send
        </SubmitButton>
      </div>
    </form>
  )
}
