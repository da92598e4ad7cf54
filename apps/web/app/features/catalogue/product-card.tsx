import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/pictures'
import type { Product } from '@nashta/contracts/product'
import { Badge } from '../../ui/badge.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'

export type CardProduct = Pick<
  Product,
  'products_id' | 'name' | 'description' | 'price' | 'imageUrl' | 'category'
>

export type ProductCardProps = { product: CardProduct; sizes: string; badge?: string | undefined }

export function ProductCard({ product, sizes, badge }: ProductCardProps) {
  const { name, description, price, imageUrl } = product
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-[1.25rem] bg-paper-deep sm:rounded-[1.75rem]">
        <Picture
          src={imageUrl || FALLBACK_PICTURE_URL}
          srcSet={pictureSrcSet(imageUrl, 960)}
          sizes={sizes}
          alt={name}
          width={1200}
          height={1200}
          fallbackSrc={FALLBACK_PICTURE_URL}
          className="aspect-square w-full object-cover transition-transform duration-700 ease-settle group-hover:scale-106"
        />
      </div>
      <div className="mt-3 gap-x-4 sm:mt-4 sm:flex sm:items-baseline sm:justify-between">
        <h3 className="font-display text-lg leading-tight font-semibold text-balance sm:text-xl">{name}</h3>
        <div className="mt-1 text-base sm:text-lg">
          <Price amount={formatRupees(rupeesToPaise(price))} />
        </div>
      </div>
      <p className="mt-1.5 text-[0.9375rem] leading-normal text-ink-soft text-pretty max-sm:hidden">
        {description}
      </p>
      {badge ? (
        <div className="absolute top-3 left-3">
          <Badge>{badge}</Badge>
        </div>
      ) : null}
    </article>
  )
}
