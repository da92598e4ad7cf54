import { FALLBACK_PICTURE_URL, pictureSrcSet, productPath } from '@nashta/contracts/catalogue/product-urls'
import { packText } from '@nashta/contracts/catalogue/unit-price'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { shortRating } from '@nashta/contracts/ratings/rating-average'
import { Picture } from '@nashta/ui/picture'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SOLD_OUT } from '../../../texts/products.ts'
import type { CardPack } from './card-product.ts'
import { DietMark } from './diet-mark.tsx'

export type ProductCardProps = {
  product: CardPack
  sizes: string
  badge?: string | undefined
  /** The reason why the product is shown. */
  note?: string | undefined
  /**
   * Buttons that lie over the lower edge of the picture. When an add button becomes the wider
   * buttons for the quantity, nothing else on the card moves.
   */
  action?: ReactNode
  /** The chooser of packs. It says which pack the card shows. */
  chooser?: ReactNode
  /** The picture loads before those of other cards. */
  priority?: boolean
  heading?: 'h2' | 'h3'
}

/** The clickable area of the name's link covers the whole card, below the chooser of packs. */
export function ProductCard(props: ProductCardProps) {
  const { product, sizes, badge, note, action, chooser, priority = false, heading: Heading = 'h3' } = props
  const { name, description, price, mrp, imageUrl, stock, diet, rating } = product
  const pack = chooser ? undefined : packText(product)
  const shownBadge = stock === 0 ? SOLD_OUT : badge
  return (
    <article className="product-card">
      <div className="product-card-picture">
        <Picture
          src={imageUrl || FALLBACK_PICTURE_URL}
          srcSet={pictureSrcSet(imageUrl, 960)}
          sizes={sizes}
          alt={name}
          width={1200}
          height={1200}
          priority={priority}
          fallbackSrc={FALLBACK_PICTURE_URL}
        />
      </div>
      <div className="product-card-title">
        <Heading>
          <Link to={productPath(product.products_id)} discover="none">
            {name}
          </Link>
        </Heading>
        <p aria-live={chooser ? 'polite' : undefined}>
          {formatRupees(rupeesToPaise(price))}
          {mrp !== undefined && mrp > price ? (
            <s>
              <span className="sr-only">MRP </span>
              {formatRupees(rupeesToPaise(mrp))}
            </s>
          ) : null}
        </p>
      </div>
      {diet !== undefined || pack !== undefined || rating ? (
        <p className="product-card-facts">
          <DietMark diet={diet} />
          {pack}
          {rating ? <span>{shortRating(rating)}</span> : null}
        </p>
      ) : null}
      {chooser}
      <p className="product-card-text">{description}</p>
      {note ? <p className="mt-1.5 text-sm font-medium text-pistachio wrap-anywhere">{note}</p> : null}
      {shownBadge ? (
        <div className="pointer-events-none absolute top-3 left-3">
          <span className="inline-block rounded-full bg-paper px-2.5 py-1 text-[0.6875rem] leading-none font-bold tracking-wider text-raspberry-deep">
            {shownBadge}
          </span>
        </div>
      ) : null}
      {action}
    </article>
  )
}
