import { useCallback, useEffect, useState } from 'react'

/** The pauses before the retries of a lost picture. After the last, it waits until the browser is online again. */
const RETRY_PAUSES_MS = [1000, 4000, 16_000]

export type PictureSource = { srcSet: string; type?: string; media?: string | undefined }

export type PictureProps = {
  src: string
  srcSet?: string | undefined
  /** Better formats or other crops, best first. */
  sources?: PictureSource[]
  sizes?: string
  alt: string
  width: number
  height: number
  /** True loads the picture at once, false only when the picture is near the viewport. */
  priority?: boolean
  /** Shown when the picture cannot be loaded. */
  fallbackSrc?: string
  className?: string
}

export function Picture(props: PictureProps) {
  const { src, srcSet, sources = [], sizes, alt, priority = false, fallbackSrc, ...sizeAndClass } = props
  const { attempt, isLost, setLost } = useAttempts(src)
  const fallback = isLost ? fallbackSrc : undefined

  const catchEarlyFailure = useCallback(
    (image: HTMLImageElement | null) => {
      // A picture in the server's HTML may fail before hydration, when nothing handles the event.
      if (image?.complete && image.naturalWidth === 0) setLost()
    },
    [setLost],
  )

  if (fallback) return <img {...sizeAndClass} src={fallback} alt={alt} />

  const image = (
    <img
      {...sizeAndClass}
      // A new element asks for the picture again.
      key={attempt}
      ref={catchEarlyFailure}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      onError={setLost}
    />
  )
  if (sources.length === 0) return image
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.srcSet} sizes={sizes} {...source} />
      ))}
      {image}
    </picture>
  )
}

/** Counts the attempts to load a picture. A picture is lost while its last attempt has failed. */
function useAttempts(src: string) {
  const [state, setState] = useState({ src, attempt: 0, isLost: false })
  const { attempt, isLost } = state.src === src ? state : { attempt: 0, isLost: false }

  const setLost = useCallback(
    () => setState((before) => ({ src, attempt: before.src === src ? before.attempt : 0, isLost: true })),
    [src],
  )

  useEffect(() => {
    if (!isLost) return undefined
    const retry = () => setState({ src, attempt: attempt + 1, isLost: false })
    const pause = RETRY_PAUSES_MS[attempt]
    const timer = pause === undefined ? undefined : setTimeout(retry, pause)
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [src, attempt, isLost])

  return { attempt, isLost, setLost }
}

/**
 * The sources of a picture that the build resized, one for each format. `media` limits the sources
 * to some screens.
 */
export function pictureSources(
  picture: { sources: Record<string, string> },
  media?: string,
): PictureSource[] {
  return Object.entries(picture.sources).map(([format, srcSet]) => ({
    type: `image/${format}`,
    srcSet,
    media,
  }))
}
