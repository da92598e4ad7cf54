import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { ICON_BUTTON } from './button.tsx'
import { Icon } from './icon.tsx'
import { Picture, type PictureProps } from './picture.tsx'

type GalleryPicture = Pick<PictureProps, 'src' | 'srcSet' | 'alt'>

export type GalleryProps = {
  /** At least one, all of them square. */
  pictures: readonly GalleryPicture[]
  /** Shown above the thumbnails. */
  label: string
  /** Shown below the thumbnails when there are more than fit side by side. */
  moreHint: string
  fallbackSrc: string
  sizes: string
}

/** The size of the picture files, from which browsers derive the aspect ratio. */
const PICTURE_SIZE = { width: 1200, height: 1200 }
const THUMBNAILS_THAT_FIT = 4

/**
 * One large picture above a row of thumbnails. Swipes, arrow keys and thumbnails change the large
 * picture. A press opens it in a dialog.
 */
export function Gallery({ pictures, label, moreHint, fallbackSrc, sizes }: GalleryProps) {
  /** The strip of all large pictures. Only one picture of the strip is in view at a time. */
  const strip = useRef<HTMLUListElement>(null)
  const zoom = useRef<HTMLDialogElement>(null)
  const labelId = useId()
  const [shownIndex, setShownIndex] = useState(0)
  /**
   * The index of the picture to which a key or a thumbnail scrolls the strip. It is null while the
   * shopper scrolls the strip.
   */
  const scrollTarget = useRef<number | null>(null)
  // The list of pictures can become shorter while the gallery is shown.
  const current = pictures[shownIndex] ?? pictures[0]

  function show(index: number) {
    const notNegative = Math.max(index, 0)
    const next = Math.min(notNegative, pictures.length - 1)
    setShownIndex(next)
    // A picture that is already in view causes no scroll event, so nothing would clear the target.
    scrollTarget.current = next === findIndexInView() ? null : next
    strip.current?.children[next]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }

  function stepByKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // With Alt or Cmd, the arrow keys go back and forward in the browser's history.
    if (step === undefined || event.altKey || event.metaKey) return
    event.preventDefault()
    show(shownIndex + step)
  }

  function openZoom({ currentTarget }: MouseEvent<HTMLElement>) {
    const dialog = zoom.current
    const large = dialog?.querySelector('img')
    const small = currentTarget.querySelector('img')
    if (!dialog || !large || !small) return
    dialog.showModal()
    // The small picture is shown until the large one is there.
    large.style.backgroundImage = `url("${small.currentSrc}")`
    large.scrollIntoView({ block: 'center', inline: 'center' })
    // Without this code, the browser's own pinch still works.
    import('./pinch.ts').then(
      (pinch) => pinch.enablePinch(dialog, large),
      () => {},
    )
  }

  function findIndexInView() {
    return strip.current ? Math.round(strip.current.scrollLeft / strip.current.clientWidth) : 0
  }

  function followScroll() {
    const indexInView = findIndexInView()
    // On the way to a target, the strip passes pictures that must not become the shown one.
    if (scrollTarget.current === null) setShownIndex(indexInView)
    else if (scrollTarget.current === indexInView) scrollTarget.current = null
  }

  function clearScrollTarget() {
    scrollTarget.current = null
  }

  return (
    // The arrow keys work wherever the focus is in the gallery.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label="Gallery" onKeyDown={stepByKey} className="min-w-0">
      <ul
        ref={strip}
        onScroll={followScroll}
        onPointerDown={clearScrollTarget}
        onWheel={clearScrollTarget}
        className="flex snap-x snap-mandatory overflow-x-auto rounded-[1.5rem] bg-paper-deep [scrollbar-width:none] motion-safe:scroll-smooth sm:rounded-[2.25rem]"
      >
        {pictures.map((picture, index) => (
          <li key={picture.src} id={pictureId(index)} className="w-full shrink-0 snap-start overflow-hidden">
            <button
              type="button"
              aria-label={`Zoom ${picture.alt}`}
              tabIndex={index === shownIndex ? 0 : -1}
              onClick={openZoom}
              onPointerMove={followPointer}
              className="group/zoom block w-full cursor-zoom-in overflow-hidden -outline-offset-6"
            >
              <Picture
                {...picture}
                {...PICTURE_SIZE}
                sizes={sizes}
                priority={index === 0}
                fallbackSrc={fallbackSrc}
                className="aspect-square w-full max-md:max-h-[max(16rem,34svh)] origin-[var(--zoom-x,50%)_var(--zoom-y,50%)] object-cover transition-transform duration-300 ease-settle group-hover/zoom:scale-190 motion-reduce:transition-none"
              />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-3 max-md:mt-2 md:block">
        <p id={labelId} className="text-sm font-medium text-ink-soft md:mt-4">
          {label}
        </p>
        <ul aria-labelledby={labelId} className="-m-1 flex gap-3 overflow-x-auto p-1 md:mt-1">
          {pictures.map((picture, index) => (
            <li key={picture.src} className="shrink-0">
              <a
                href={`#${pictureId(index)}`}
                aria-label={`Show ${picture.alt}`}
                aria-current={index === shownIndex ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
                className="block size-12 overflow-hidden rounded-xl border-2 border-transparent transition-colors duration-200 hover:border-raspberry-tint aria-[current]:border-raspberry md:size-22 md:rounded-2xl"
              >
                <Picture
                  {...picture}
                  {...PICTURE_SIZE}
                  alt=""
                  sizes="88px"
                  fallbackSrc={fallbackSrc}
                  className="size-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      </div>
      {pictures.length > THUMBNAILS_THAT_FIT ? (
        <p className="mt-2 text-sm text-ink-soft">{moreHint}</p>
      ) : null}
      {current ? <ZoomDialog ref={zoom} picture={current} fallbackSrc={fallbackSrc} /> : null}
    </section>
  )
}

/** The thumbnails link to these ids, so they work before hydration. */
function pictureId(index: number) {
  return `picture-${index + 1}`
}

/** Makes the picture grow around the point under the mouse. */
function followPointer({ currentTarget, pointerType, clientX, clientY }: PointerEvent<HTMLElement>) {
  if (pointerType !== 'mouse') return
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  currentTarget.style.setProperty('--zoom-x', `${((clientX - left) / width) * 100}%`)
  currentTarget.style.setProperty('--zoom-y', `${((clientY - top) / height) * 100}%`)
}

type ZoomDialogProps = {
  ref: Ref<HTMLDialogElement>
  picture: GalleryPicture
  fallbackSrc: string
}

/**
 * Shows the whole picture on large screens. On smaller screens the picture is larger than the
 * screen and scrolls. The picture is loaded when the dialog opens.
 */
function ZoomDialog({ ref, picture, fallbackSrc }: ZoomDialogProps) {
  return (
    <dialog
      ref={ref}
      aria-label={picture.alt}
      className="fixed inset-0 size-full max-h-none max-w-none overflow-auto overscroll-contain bg-paper"
    >
      {/* The dialog itself scrolls, so that ↑ and ↓ work while the focus is on its button. */}
      <div className="grid min-h-full w-max min-w-full place-items-center">
        <Picture
          {...picture}
          {...PICTURE_SIZE}
          sizes="1200px"
          fallbackSrc={fallbackSrc}
          className="aspect-square w-[max(180vw,100vh)] max-w-none bg-cover object-cover md:w-[max(100vw,100vh)] lg:w-[min(1200px,100vh)]"
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
