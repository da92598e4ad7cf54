import { useCall } from '@nashta/browser/forms/use-call'
import { PICTURE_MAX_BYTES } from '@nashta/contracts/catalogue/picture'
import { IMAGES_BASE } from '@nashta/contracts/catalogue/product-urls'
import { Failure } from '@nashta/ui/failure'
import { Action } from './controls.tsx'
import { FileButton } from './file-button.tsx'
import { usePictureUpload } from './picture-upload.ts'
import { failureText } from './query-state.tsx'

export type PictureInputProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The key of the picture; empty without one. */
  value: string
  onChange: (key: string) => void
}

/** One picture: chosen from the device, uploaded at once, shown, and removed again. */
export function PictureInput({ label, hint, error, value, onChange }: PictureInputProps) {
  const uploadPicture = usePictureUpload()
  const upload = useCall(async (file: File) => {
    if (file.size > PICTURE_MAX_BYTES) throw new RangeError('The picture has more than 10 MB')
    onChange(await uploadPicture(file))
  }, pictureFailureText)
  const problem = upload.failure ?? error

  return (
    <fieldset className="min-w-0 py-1">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {value === '' ? null : (
          <img
            src={`${IMAGES_BASE}/${value}?w=192`}
            alt={`${label} as it is now`}
            className="size-20 rounded-lg border border-line bg-white object-contain"
          />
        )}
        <FileButton
          label={value === '' ? 'Choose a picture' : 'Choose another'}
          onFiles={([file]) => {
            if (file) void upload.run(file)
          }}
        />
        {value === '' ? null : (
          <Action look="plain" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange('')}>
            Remove
          </Action>
        )}
        <output className="text-ink-soft">{upload.isBusy ? 'Sending…' : ''}</output>
      </div>
      {problem ? <Failure>{problem}</Failure> : null}
      {hint === undefined ? null : <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
    </fieldset>
  )
}

function pictureFailureText(error: unknown) {
  return error instanceof RangeError ? error.message : failureText(error)
}
