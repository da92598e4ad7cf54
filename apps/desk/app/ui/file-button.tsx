import { PICTURE_TYPES } from '@nashta/contracts/catalogue/picture'
import { actionClasses } from './controls.tsx'

type FileButtonProps = {
  label: string
  multiple?: boolean
  /** Opens the camera on phones. */
  capture?: boolean
  onFiles: (files: File[]) => void
}

/** Chooses pictures from the device. */
export function FileButton({ label, multiple = false, capture = false, onFiles }: FileButtonProps) {
  return (
    <label
      className={`${actionClasses()} cursor-pointer focus-within:outline-2 focus-within:outline-raspberry`}
    >
      {label}
      <input
        type="file"
        accept={PICTURE_TYPES.join()}
        multiple={multiple}
        {...(capture && { capture: 'environment' as const })}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Otherwise choosing the same file again would fire no change event.
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
