import { type MouseEvent, useCallback, useRef } from 'react'
import { ICON_BUTTON } from './button.tsx'
import { Icon } from './icon.tsx'

export type BlobPictureProps = { blob: Blob; alt: string; className: string }

/**
 * A picture that the page has as bytes, because it was loaded with an access token or is a file
 * that the user has just chosen.
 */
export function BlobPicture({ blob, alt, className }: BlobPictureProps) {
  const showBlob = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img ref={showBlob} alt={alt} className={className} />
}

/** A thumbnail that opens the same picture larger in a dialog. */
export function EnlargeablePicture({ blob, alt }: Pick<BlobPictureProps, 'blob' | 'alt'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className="cursor-zoom-in overflow-hidden rounded-2xl border-[1.5px] border-line"
      >
        <BlobPicture blob={blob} alt={`Enlarge: ${alt}`} className="size-24 object-cover" />
      </button>
      {/* The dialog needs no key handler, because Esc closes it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <dialog
        ref={dialog}
        aria-label={alt}
        onClick={closeOnBackdrop}
        className="m-auto max-h-none max-w-none overflow-visible bg-transparent backdrop:bg-ink/80"
      >
        <BlobPicture
          blob={blob}
          alt={alt}
          className="max-h-[90dvh] max-w-[94vw] rounded-2xl bg-white object-contain"
        />
        <form method="dialog" className="absolute top-3 right-3">
          <button aria-label="Close" className={`bg-white text-ink shadow-lg ${ICON_BUTTON}`}>
            <Icon name="close" className="size-6" />
          </button>
        </form>
      </dialog>
    </>
  )
}

/** A press on the backdrop has the dialog itself as its target. */
function closeOnBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
  if (target === currentTarget) currentTarget.close()
}
