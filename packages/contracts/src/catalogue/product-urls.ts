/** The address of a product's page. */
export function productPath(productId: string): string {
  return `/product/${encodeURIComponent(productId)}`
}

/**
 * The widths of picture variants in pixels. Any other `?w=` is refused, so that visitors cannot
 * fill the disk with variants.
 */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 960, 1200] as const

export const IMAGES_BASE = '/images'

/** Shown for a product without pictures and for a missing picture. */
export const FALLBACK_PICTURE_URL = `${IMAGES_BASE}/fallback.svg`

/** The picture of a shared page. Messengers show JPEG, but many of them neither WebP nor AVIF. */
export function sharedPictureUrl(imageUrl: string): string {
  return isOwnPicture(imageUrl) ? `${imageUrl}?w=${Math.max(...PICTURE_WIDTHS)}&format=jpeg` : imageUrl
}

/** The `srcset` of a picture, up to `maxWidth`. Undefined for the fallback and for other hosts. */
export function pictureSrcSet(imageUrl: string, maxWidth = Number.POSITIVE_INFINITY): string | undefined {
  if (!isOwnPicture(imageUrl)) return undefined
  return PICTURE_WIDTHS.filter((width) => width <= maxWidth)
    .map((width) => `${imageUrl}?w=${width} ${width}w`)
    .join(', ')
}

function isOwnPicture(imageUrl: string) {
  return imageUrl.startsWith(`${IMAGES_BASE}/`) && imageUrl !== FALLBACK_PICTURE_URL
}

/** The address of a shelf's page. */
export function shelfPath(slug: string): string {
  return `/collections/${slug}`
}
