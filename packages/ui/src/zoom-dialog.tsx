import type { Ref } from 'react'
import { ICON_BUTTON } from './button.tsx'
import { Icon } from './icon.tsx'
import { Picture, type PictureProps } from './picture.tsx'

export type ZoomDialogProps = {
  ref: Ref<HTMLDialogElement>
  picture: Pick<PictureProps, 'src' | 'srcSet' | 'alt'>
  fallbackSrc: string
}

/**
 * Shows the whole picture on large screens. On smaller screens the picture is wider or higher than the screen, and
 * scrolls. It is loaded lazily, when the dialog opens.
 */
export function ZoomDialog({ ref, picture, fallbackSrc }: ZoomDialogProps) {
  return (
    <dialog
      ref={ref}
      aria-label={picture.alt}
      className="fixed inset-0 size-full max-h-none max-w-none overflow-auto overscroll-contain bg-paper"
    >
      {/* The dialog itself scrolls, so that the arrow keys scroll it while the focus is on its button. */}
      <div className="grid min-h-full w-max min-w-full place-items-center">
        <Picture
          {...picture}
          width={1200}
          height={1200}
          sizes="1200px"
          fallbackSrc={fallbackSrc}
          className="aspect-square w-[max(180vw,100vh)] max-w-none object-cover md:w-[max(100vw,100vh)] lg:w-[min(1200px,100vh)]"
        />
      </div>
      <form method="dialog" className="fixed top-4 right-4">
        <button aria-label="Close" className={`${ICON_BUTTON} bg-paper shadow-lg`}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  )
}
