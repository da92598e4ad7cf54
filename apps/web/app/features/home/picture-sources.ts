import type { PictureSource } from '@nashta/ui/picture'

/** The `<source>`s of a picture cut at build time, for the screens of `media` or for all. */
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
