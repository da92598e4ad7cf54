import { HELP_PICTURE_TYPES } from '@nashta/contracts/orders/help-picture'
import type { ReactNode } from 'react'

export type PictureButtonProps = { onFiles: (files: File[]) => void; children: ReactNode }

/** A button that opens the photos of a phone, or the files of a computer. */
export function PictureButton({ onFiles, children }: PictureButtonProps) {
  return (
    <label className="inline-flex min-h-12 cursor-pointer items-center justify-center rounded-full border-[1.5px] border-ink px-6 font-semibold transition-colors duration-200 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-raspberry hover:bg-ink hover:text-paper">
      {children}
      <input
        type="file"
        accept={HELP_PICTURE_TYPES.join()}
        multiple
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Without this, no change event fires when the same file is chosen again.
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
