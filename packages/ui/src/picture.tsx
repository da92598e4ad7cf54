import { useCallback, useState } from 'react'

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
  const [failedSrc, setFailedSrc] = useState<string>()
  const fallback = failedSrc === src ? fallbackSrc : undefined

  const catchEarlyFailure = useCallback(
    (image: HTMLImageElement | null) => {
      // A picture in the server's HTML may fail before hydration, when nothing handles the event.
      if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
    },
    [src],
  )

  if (fallback) return <img {...sizeAndClass} src={fallback} alt={alt} />

  const image = (
    <img
      {...sizeAndClass}
      ref={catchEarlyFailure}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      onError={() => setFailedSrc(src)}
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
