import type { Ref } from 'react'
import { ICON_BUTTON } from './button-look.tsx'
import { Icon } from './icon.tsx'
import { Picture, type PictureProps } from './picture.tsx'

export type ZoomDialogProps = {
  ref: Ref<HTMLDialogElement>
  picture: Pick<PictureProps, 'src' | 'srcSet' | 'alt'>
  fallbackSrc: string
}

/** A picture as large as the screen, and on small screens larger, to be looked around in. It loads when it is opened. */
export function ZoomDialog({ ref, picture, fallbackSrc }: ZoomDialogProps) {
  return (
    <dialog
      ref={ref}
      aria-label={picture.alt}
      className="fixed inset-0 size-full max-h-none max-w-none overflow-auto overscroll-contain bg-paper"
    >
      {/* The dialog itself scrolls: from its button, arrow keys reach every corner. */}
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
