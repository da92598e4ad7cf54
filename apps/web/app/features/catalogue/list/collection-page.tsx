import { IMAGES_BASE, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { Container } from '@nashta/ui/layout'
import { Picture } from '@nashta/ui/picture'
import type { ReactNode } from 'react'
import type { CardProduct } from '../cards/card-product.ts'
import { ProductGrid, type ProductGridProps } from '../cards/product-grid.tsx'

/** In the order in which shelves have them. */
const TONES = { peach: 'bg-peach', butter: 'bg-butter', blush: 'bg-blush', mint: 'bg-mint' }

type Tone = keyof typeof TONES

const TONE_NAMES = ['peach', 'butter', 'blush', 'mint'] as const satisfies Tone[]

/** The tone of the shelf at this place among all. */
export function toneAt(place: number): Tone {
  return TONE_NAMES[place % TONE_NAMES.length] ?? 'mint'
}

export type CollectionHeaderProps = {
  title: string
  /** May be empty. */
  intro: string
  tone: Tone
  /** The key of an uploaded picture. */
  picture?: string | undefined
  children?: ReactNode
}

export function CollectionHeader({ title, intro, tone, picture, children }: CollectionHeaderProps) {
  return (
    <header
      className={`relative mt-2 overflow-hidden rounded-[1.5rem] px-6 py-8 sm:rounded-[2.25rem] sm:px-10 sm:py-10 lg:px-14 lg:py-12 ${TONES[tone]}`}
    >
      <div aria-hidden="true" className="sprinkled absolute inset-0 opacity-35" />
      <div className="relative items-end justify-between gap-x-12 lg:flex">
        <div>
          <h1 className="font-display text-[2.75rem] leading-none font-semibold tracking-tight text-balance sm:text-6xl lg:text-7xl">
            {title}
          </h1>
          {intro === '' ? null : <p className="mt-3 text-lg text-pretty sm:text-xl lg:mt-4">{intro}</p>}
        </div>
        {picture === undefined ? null : <HeaderPicture path={`${IMAGES_BASE}/${picture}`} />}
        {children}
      </div>
    </header>
  )
}

/** An ornament: the title says what the shelf is. */
function HeaderPicture({ path }: { path: string }) {
  return (
    <Picture
      src={path}
      srcSet={pictureSrcSet(path, 640)}
      sizes="(min-width: 64rem) 16rem, 50vw"
      alt=""
      width={640}
      height={480}
      priority
      className="mt-6 aspect-[4/3] w-1/2 shrink-0 rounded-[1.25rem] object-cover lg:mt-0 lg:w-64"
    />
  )
}

export type ProductListOrTextProps = {
  products: readonly CardProduct[] | undefined
  error: Error | null
  loadingText: string
  emptyText: string
  /** Makes the text for an error from its message; the message itself by default. */
  errorText?: (message: string) => string
  children: (products: readonly CardProduct[]) => ReactNode
}

/** The products, or the text for a list that is loading, has failed or is empty. */
export function ProductListOrText(props: ProductListOrTextProps) {
  const { products, error, loadingText, emptyText, errorText = (message) => message, children } = props
  if (products && products.length > 0) return children(products)
  if (products) return <p className="text-lg text-ink-soft">{emptyText}</p>
  if (error) {
    return (
      <p role="alert" className="text-lg">
        {errorText(error.message)}
      </p>
    )
  }
  return <output className="block text-lg text-ink-soft">{loadingText}</output>
}

export type CollectionPageProps = {
  header: CollectionHeaderProps
  list: Omit<ProductListOrTextProps, 'children'>
  grid: Omit<ProductGridProps, 'products' | 'isMain'>
  /** Shown below the products. */
  children?: ReactNode
  /** Follows the catalogue. */
  follower: ReactNode
}

export function CollectionPage({ header, list, grid, children, follower }: CollectionPageProps) {
  return (
    <Container>
      <CollectionHeader {...header} />
      <div className="pt-8 pb-24 sm:pt-10 lg:pb-36">
        <ProductListOrText {...list}>
          {(products) => (
            <>
              <ProductGrid products={products} isMain {...grid} />
              {children}
            </>
          )}
        </ProductListOrText>
        {follower}
      </div>
    </Container>
  )
}
