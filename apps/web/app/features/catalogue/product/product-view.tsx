import type { Product } from '@nashta/contracts/catalogue/product'
import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { shortRating } from '@nashta/contracts/ratings/rating-average'
import { Breadcrumb } from '@nashta/ui/breadcrumb'
import { Gallery } from '@nashta/ui/gallery'
import type { ReactNode } from 'react'
import { useDeliveryTexts } from '../../../data/shop/use-delivery-texts.ts'
import { MORE_IMAGES, onlyLeft, productImages, SECURE_PAYMENT_NOTE } from '../../../texts/product-page.ts'
import { SOLD_OUT } from '../../../texts/products.ts'
import type { CardProduct } from '../cards/card-product.ts'
import { DietMark } from '../cards/diet-mark.tsx'
import { PackChooser, type PackChooserProps } from '../cards/pack-chooser.tsx'
import { ProductPrice } from '../cards/product-price.tsx'

const HOME = [{ label: 'Home', to: '/' }]
const PICTURE_SIZES = '(min-width: 92rem) 660px, (min-width: 48rem) 45vw, 92vw'

/** A stock of at most this many units is shown. */
const LOW_STOCK = 5

/** A whole product or, while it is loading, only the fields of its card. */
export type ShownProduct = CardProduct & Partial<Product>

export type ProductViewProps = {
  product: ShownProduct
  /** The product, or the pack that the shopper has just chosen. */
  shown: ShownProduct
  /** The packs of the same snack. */
  packs: readonly CardProduct[]
  onChoosePack: PackChooserProps['onChoose']
  actions?: ReactNode
  /** The check of delivery to the shopper's pincode. The page reserves its space. */
  deliveryCheck?: ReactNode
}

export function ProductView(props: ProductViewProps) {
  const { product, shown, packs, onChoosePack, actions, deliveryCheck } = props
  const { name, description, stock, diet } = shown
  const deliveryNotes = useDeliveryTexts()?.productNotes ?? []
  return (
    <div className="grid gap-x-12 gap-y-3 pt-2 md:grid-cols-2 md:gap-y-8 md:pt-4 lg:gap-x-20 lg:pt-6">
      <ProductGallery key={product.products_id} product={product} />
      <div className="md:sticky md:top-28 md:self-start lg:pt-4">
        <Breadcrumb parents={HOME} current={name} />
        <h1 className="mt-1 font-display text-3xl leading-[1.02] font-semibold tracking-tight text-balance wrap-anywhere md:mt-4 md:text-[2.75rem] lg:text-6xl">
          {name}
        </h1>
        <div className="mt-2 empty:hidden md:mt-3">
          <DietMark diet={diet} showsLabel />
          {dietNotes(product).map((note) => (
            <span key={note} className="ml-4 text-[0.9375rem] font-medium">
              {note}
            </span>
          ))}
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 md:mt-5">
          <ProductPrice {...shown} />
          <StockNote stock={stock} />
          {product.rating ? (
            <a
              href="#ratings"
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {shortRating(product.rating)}
            </a>
          ) : null}
        </div>
        <p className="mt-5 max-w-prose text-lg leading-relaxed whitespace-pre-line text-ink-soft text-pretty wrap-anywhere">
          {description}
        </p>
        <PackChooser product={shown} packs={packs} onChoose={onChoosePack} />
        {actions}
        <div className="mt-6 min-h-18">{deliveryCheck}</div>
        <ul className="mt-2 space-y-3 border-t border-line pt-6">
          {[...deliveryNotes, SECURE_PAYMENT_NOTE].map((note) => (
            <li key={note} className="flex items-center gap-3">
              <CheckMark />
              {note}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function dietNotes({ vegan, jain }: ShownProduct): string[] {
  return [...(vegan ? ['Vegan'] : []), ...(jain ? ['Jain'] : [])]
}

function ProductGallery({ product }: { product: ShownProduct }) {
  const { name, images = [], imageUrl } = product
  // The desk stores the main picture twice: as `imageUrl` and as the first of `images`. A product
  // from elsewhere may have an `imageUrl` that is not in `images`: then that picture comes last.
  const urls = [...new Set([...images, imageUrl])].filter(Boolean)
  const pictures = (urls.length > 0 ? urls : [FALLBACK_PICTURE_URL]).map((src, index) => ({
    src,
    srcSet: pictureSrcSet(src),
    alt: storedAlt(product, src) || (index === 0 ? name : `${name}, picture ${index + 1}`),
  }))
  return (
    <Gallery
      pictures={pictures}
      label={productImages(pictures.length)}
      moreHint={MORE_IMAGES}
      fallbackSrc={FALLBACK_PICTURE_URL}
      sizes={PICTURE_SIZES}
    />
  )
}

/** Undefined for a picture that is not in `images`. */
function storedAlt({ images = [], imageAlts = [] }: ShownProduct, url: string): string | undefined {
  const index = images.indexOf(url)
  return index === -1 ? undefined : imageAlts[index]
}

function StockNote({ stock }: { stock: number | undefined }) {
  if (stock === undefined || stock > LOW_STOCK) return null
  const look = stock === 0 ? 'bg-cocoa text-paper' : 'bg-raspberry-tint text-raspberry-deep'
  return (
    <p className={`rounded-full px-4 py-1.5 text-[0.9375rem] font-semibold ${look}`}>
      {stock === 0 ? SOLD_OUT : onlyLeft(stock)}
    </p>
  )
}

function CheckMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0">
      <circle cx="12" cy="12" r="12" className="fill-pistachio-tint" />
      <path
        className="fill-none stroke-pistachio"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m7 12.5 3.2 3.2L17 9"
      />
    </svg>
  )
}
