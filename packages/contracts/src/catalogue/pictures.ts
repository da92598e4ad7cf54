/** The widths a picture is served in; any other `?w=` is refused, so a visitor cannot fill the disk. */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 960, 1200] as const

export const IMAGES_BASE = '/images'

/** What stands in for a product without pictures, and for a picture that is gone. */
export const FALLBACK_PICTURE_URL = `${IMAGES_BASE}/fallback.svg`

/** `srcset` over every width up to `maxWidth`, for a picture of our own; other hosts have one size only. */
export function pictureSrcSet(
  imageUrl: string,
  maxWidth: number = PICTURE_WIDTHS.at(-1) ?? 0,
): string | undefined {
  if (!imageUrl.startsWith(`${IMAGES_BASE}/`) || imageUrl === FALLBACK_PICTURE_URL) return undefined
  return PICTURE_WIDTHS.filter((width) => width <= maxWidth)
    .map((width) => `${imageUrl}?w=${width} ${width}w`)
    .join(', ')
}
