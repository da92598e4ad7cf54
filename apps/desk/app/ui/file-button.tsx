import { PICTURE_TYPES } from '@nashta/contracts/catalogue/picture'
import { actionClasses } from './controls.tsx'

type FileButtonProps = {
  label: string
  /** The kinds of files; pictures if it is absent. */
  accept?: string
  multiple?: boolean
  /** Opens the camera on phones. */
  capture?: boolean
  onFiles: (files: File[]) => void
}

/** Chooses files from the device. */
export function FileButton({
  label,
  accept = PICTURE_TYPES.join(),
  multiple = false,
  capture = false,
  onFiles,
}: FileButtonProps) {
  return (
    <label
      className={`${actionClasses()} cursor-pointer focus-within:outline-2 focus-within:outline-raspberry`}
    >
      {label}
      <input
        type="file"
        accept={accept}
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
