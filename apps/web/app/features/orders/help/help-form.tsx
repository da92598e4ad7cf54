import { useForm } from '@nashta/browser/forms/use-form'
import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import { helpInputSchema } from '@nashta/contracts/orders/order-help'
import { SelectField } from '@nashta/ui/select-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderAccess } from '../order-queries.ts'
import { ChoosePictures, type ChosenPicture } from './choose-pictures.tsx'
import { helpQuery, sendHelp, sendHelpPicture } from './help-calls.ts'
import { sendPictures } from './help-pictures.ts'

const HELP_FAILED = 'This could not be sent. Please try again.'

export type HelpFormProps = {
  access: OrderAccess
  kinds: { value: string; label: string }[]
  /** Called when the ticket exists, with a sentence for each picture that was not sent. */
  onSent: (ticketNumber: string, pictureFailures: string[]) => void
}

/** Creates a ticket with up to `PICTURES_PER_TICKET_MAX` pictures. */
export default function HelpForm({ access, kinds, onSent }: HelpFormProps) {
  const client = useQueryClient()
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const { formProps, field, isBusy, failure } = useForm({
    schema: helpInputSchema,
    failed: HELP_FAILED,
    async send(values, { idempotencyKey }) {
      const ticketNumber = await sendHelp(access, values, idempotencyKey)
      const files = pictures.map(({ file }) => file)
      const pictureFailures = await sendPictures(files, (file) => sendHelpPicture(access, ticketNumber, file))
      await client.invalidateQueries({ queryKey: helpQuery(access).queryKey })
      onSent(ticketNumber, pictureFailures)
    },
  })

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
      <ChoosePictures
        pictures={pictures}
        onChange={setPictures}
        max={PICTURES_PER_TICKET_MAX}
        note="Only our staff, and whoever can open this order, sees them."
      />
      <div className="grid gap-3 sm:justify-start">
        <SubmitButton busy={isBusy} failure={failure} busyText="Sending...">
          Send
        </SubmitButton>
      </div>
    </form>
  )
}
