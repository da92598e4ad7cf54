import type { Product } from '@nashta/contracts/catalogue/product'
import { FALLBACK_PICTURE_URL, pictureSrcSet, productPath } from '@nashta/contracts/catalogue/product-urls'
import { LinkButton } from '@nashta/ui/button'
import { SectionHeading } from '@nashta/ui/layout'
import { Picture } from '@nashta/ui/picture'
import { Link } from 'react-router'

export type TrendingProduct = Pick<Product, 'products_id' | 'name' | 'imageUrl'>

/** The products that follow the best sellers, on a dark background. */
export function TrendingSnacks({ products }: { products: readonly TrendingProduct[] }) {
  return (
    <section
      aria-labelledby="trending-title"
      className="overflow-hidden rounded-[2rem] bg-cocoa text-paper lg:rounded-[2.5rem]"
    >
      <div className="relative grid items-center gap-x-10 gap-y-12 px-6 py-24 sm:px-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:px-[4.6rem] lg:py-28">
        <div className="sprinkled sprinkled-edges absolute inset-0" />
        <div className="relative">
          <SectionHeading id="trending-title">TRENDING SNACKS</SectionHeading>
          <p className="mt-4 mb-7 max-w-sm text-lg text-cocoa-soft text-pretty">
            Close behind the best sellers, and catching up. Take one before your neighbours do.
          </p>
          <LinkButton to="/collections/best-sellers" look="paper">
            Explore Treats
          </LinkButton>
        </div>
        <ul className="relative grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-4 lg:gap-x-6">
          {products.map((product) => (
            <li key={product.products_id} className="even:translate-y-4 sm:even:translate-y-8">
              <RoundPicture product={product} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function RoundPicture({ product: { products_id, name, imageUrl } }: { product: TrendingProduct }) {
  return (
    <Link to={productPath(products_id)} className="group block text-center focus-visible:outline-paper">
      <span className="render-near-viewport block aspect-square overflow-hidden rounded-full bg-paper-deep ring-4 ring-paper/15 transition-shadow duration-300 group-hover:ring-paper/50">
        <Picture
          src={imageUrl || FALLBACK_PICTURE_URL}
          srcSet={pictureSrcSet(imageUrl, 640)}
          sizes="(min-width: 64rem) 11rem, (min-width: 40rem) 20vw, 42vw"
          alt=""
          width={1200}
          height={1200}
          fallbackSrc={FALLBACK_PICTURE_URL}
          className="aspect-square w-full object-cover transition-transform duration-700 ease-settle group-hover:scale-108"
        />
      </span>
      <span className="mt-3 block font-display leading-tight font-semibold text-balance wrap-anywhere sm:text-lg">
        {name}
      </span>
    </Link>
  )
}
