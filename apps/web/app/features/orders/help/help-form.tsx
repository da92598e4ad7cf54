import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import { newId } from '@nashta/browser/new-id'
import { createRequestKeys } from '@nashta/browser/request-keys'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import { helpInputSchema } from '@nashta/contracts/orders/order-help'
import { BlobPicture } from '@nashta/ui/blob-picture'
import { ICON_BUTTON, SubmitButton } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { SelectField } from '@nashta/ui/select-field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { OrderAccess } from '../order-queries.ts'
import { helpQuery, sendHelp } from './help-calls.ts'
import { faultOf, sendPictures } from './help-pictures.ts'
import { PictureButton } from './picture-button.tsx'

const HELP_FAILED = 'This could not be sent. Please try again.'

export type HelpFormProps = {
  access: OrderAccess
  kinds: { value: string; label: string }[]
  /** Called when the ticket exists. The list has a sentence for each picture that was not sent. */
  onSent: (pictureFailures: string[]) => void
}

/** The same file may be chosen twice, so each choice has an id. */
type ChosenPicture = { id: string; file: File }

/** Creates a ticket with up to `PICTURES_PER_TICKET_MAX` pictures. */
export default function HelpForm({ access, kinds, onSent }: HelpFormProps) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<FieldErrors<typeof helpInputSchema>>({})
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  /** The same values get the same idempotency key, so a repeated submit makes no second ticket. */
  const [keyOf] = useState(createRequestKeys)

  function addPictures(files: File[]) {
    const all = [...pictures, ...files.map((file) => ({ id: newId(), file }))]
    const fault = faultOf(all.map(({ file }) => file))
    setFailure(fault)
    if (fault === '') setPictures(all)
  }

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
      const ticketNumber = await sendHelp(access, result.values, keyOf(result.values))
      const files = pictures.map(({ file }) => file)
      const pictureFailures = await sendPictures(access, ticketNumber, files)
      await client.invalidateQueries({ queryKey: helpQuery(access).queryKey })
      onSent(pictureFailures)
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
        options={kinds}
        required
        error={errors.kind}
      />
      <TextAreaField label="Tell us more" name="text" required error={errors.text} />
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
            <PictureButton onFiles={addPictures}>
              {pictures.length === 0 ? 'Add pictures' : 'Add another picture'}
            </PictureButton>
          </div>
        ) : null}
      </fieldset>
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
