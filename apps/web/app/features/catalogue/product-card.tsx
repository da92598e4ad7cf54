import type { Product } from '@nashta/contracts/catalogue/product'
import { FALLBACK_PICTURE_URL, pictureSrcSet, productPath } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { shortRating } from '@nashta/contracts/ratings/rating-average'
import { Picture } from '@nashta/ui/picture'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SOLD_OUT } from '../../texts/products.ts'
import { DietMark } from './diet-mark.tsx'

export type CardProduct = Pick<
  Product,
  | 'products_id'
  | 'name'
  | 'description'
  | 'price'
  | 'mrp'
  | 'imageUrl'
  | 'category'
  | 'stock'
  | 'diet'
  | 'family'
  | 'packLabel'
  | 'netQuantity'
  | 'rating'
>

/**
 * Picks the fields that cards and the pack chooser need. The HTML of a page has a copy of these
 * fields for hydration, so unused fields would only make the page larger.
 */
export function pickCardFields(product: Product): CardProduct {
  const {
    products_id,
    name,
    description,
    price,
    imageUrl,
    category,
    mrp,
    stock,
    diet,
    family,
    packLabel,
    netQuantity,
    rating,
  } = product
  const isMrpShown = mrp !== undefined && mrp > price
  // The pack chooser needs the net quantity, and shows only products with a pack label.
  const needsNetQuantity = packLabel !== undefined && netQuantity !== undefined
  return {
    products_id,
    name,
    description,
    price,
    imageUrl,
    category,
    ...(isMrpShown && { mrp }),
    ...(stock !== undefined && { stock }),
    ...(diet !== undefined && { diet }),
    ...(family !== undefined && { family }),
    ...(packLabel !== undefined && { packLabel }),
    ...(needsNetQuantity && { netQuantity }),
    ...(rating && { rating }),
  }
}

export type ProductCardProps = {
  product: CardProduct
  sizes: string
  badge?: string | undefined
  /** The reason why the product is shown. */
  note?: string | undefined
  /**
   * Buttons that lie over the lower edge of the picture. When an add button becomes the wider
   * buttons for the quantity, nothing else on the card moves.
   */
  action?: ReactNode
  /** The picture loads before those of other cards. */
  priority?: boolean
  heading?: 'h2' | 'h3'
}

/** The name is the only link, and its clickable area covers the whole card. */
export function ProductCard(props: ProductCardProps) {
  const { product, sizes, badge, note, action, priority = false, heading: Heading = 'h3' } = props
  const { name, description, price, mrp, imageUrl, stock, diet, packLabel, rating } = product
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
        <p>
          {formatRupees(rupeesToPaise(price))}
          {mrp !== undefined && mrp > price ? (
            <s>
              <span className="sr-only">MRP </span>
              {formatRupees(rupeesToPaise(mrp))}
            </s>
          ) : null}
        </p>
      </div>
      {diet !== undefined || packLabel !== undefined || rating ? (
        <p className="product-card-facts">
          <DietMark diet={diet} />
          {packLabel}
          {rating ? shortRating(rating) : null}
        </p>
      ) : null}
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
