import { newId } from '@nashta/browser/new-id'
import { BlobPicture } from '@nashta/ui/blob-picture'
import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { useState } from 'react'
import { faultOf } from './help-pictures.ts'
import { PictureButton } from './picture-button.tsx'

/** The same file may be chosen twice, so each choice has an id. */
export type ChosenPicture = { id: string; file: File }

export type ChoosePicturesProps = {
  pictures: readonly ChosenPicture[]
  onChange: (pictures: readonly ChosenPicture[]) => void
  max: number
  /** Who will see the pictures. */
  note: string
}

/** Part of a form: chooses pictures that are sent with it. */
export function ChoosePictures({ pictures, onChange, max, note }: ChoosePicturesProps) {
  /** Why the last chosen pictures were not taken. */
  const [fault, setFault] = useState('')

  async function add(files: File[]) {
    const all = [...pictures, ...files.map((file) => ({ id: newId(), file }))]
    const found = await faultOf(
      all.map(({ file }) => file),
      max,
    )
    setFault(found)
    if (found === '') onChange(all)
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-semibold">Pictures, up to {max}</legend>
      <p className="text-[0.9375rem] text-ink-soft">{note} We remove where and when they were taken.</p>
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
                onClick={() => onChange(pictures.filter((each) => each.id !== id))}
                className={`absolute -top-3 -right-3 bg-white text-ink shadow-md ${ICON_BUTTON}`}
              >
                <Icon name="close" className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {pictures.length < max ? (
        <div className="grid sm:justify-start">
          <PictureButton onFiles={(files) => void add(files)}>
            {pictures.length === 0 ? 'Add pictures' : 'Add another picture'}
          </PictureButton>
        </div>
      ) : null}
      <p role="alert" className="min-h-lh font-medium text-danger-deep">
        {fault}
      </p>
    </fieldset>
  )
}
