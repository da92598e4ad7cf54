import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees, parseRupees } from '@nashta/contracts/money'
import type { ProductValues } from './product-values.ts'

/** The product as the storefront shows it on a card. */
export function ProductPreview({ values }: { values: ProductValues }) {
  const [price, mrp] = [parseRupees(values.price), parseRupees(values.mrp)]
  const picture = values.pictures[0]
  const src = picture?.url ?? FALLBACK_PICTURE_URL
  return (
    <figure className="max-w-64">
      <img
        src={src}
        srcSet={pictureSrcSet(src, 480)}
        sizes="256px"
        alt={picture?.alt || values.name || 'No picture yet'}
        className="aspect-square w-full rounded-2xl bg-paper-deep object-cover"
      />
      <figcaption className="mt-2">
        <p className="text-lg font-semibold">{values.name || 'No name yet'}</p>
        <p className="text-ink-soft">{values.packLabel}</p>
        <p>
          <span className="font-semibold">{price === null ? 'No price yet' : formatRupees(price)}</span>{' '}
          {mrp !== null && price !== null && mrp > price ? (
            <del className="text-ink-soft">{formatRupees(mrp)}</del>
          ) : null}
        </p>
      </figcaption>
    </figure>
  )
}
