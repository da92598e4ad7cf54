import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isFinalRefusal, isShopError } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { Container, SectionHeading } from '@nashta/ui/layout'
import { Spinner } from '@nashta/ui/spinner'
import { useEffect } from 'react'
import { data, isRouteErrorResponse, redirect, useRevalidator } from 'react-router'
import { fetchProduct, fetchProductPage } from '../data/fetch-products.ts'
import { cachedProduct } from '../data/product-queries.ts'
import { useUser } from '../features/account/session/session-provider.tsx'
import { AddToCart, BuyNow } from '../features/cart/add-to-cart.tsx'
import { renderQuickAdd } from '../features/cart/quick-add.tsx'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { productJsonLd } from '../features/catalogue/product-json-ld.ts'
import { ProductView } from '../features/catalogue/product-view.tsx'
import { type CardPage, toCardPage, useProductQuery } from '../features/catalogue/use-product-query.ts'
import { useProduct, useRecordView } from '../features/catalogue/use-product.ts'
import { MessagePage } from '../features/layout/message-page.tsx'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import {
  FETCH_PRODUCTS_FAILED,
  LOADING_PRODUCT,
  PRODUCT_ERROR,
  PRODUCT_NOT_FOUND,
  PRODUCT_NOT_FOUND_TEXT,
} from '../texts/product-page.ts'
import type { Route } from './+types/product'

const RELATED_COUNT = 4
const NOT_FOUND = { title: PRODUCT_NOT_FOUND, text: PRODUCT_NOT_FOUND_TEXT }

export async function loader({ params, context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const product = await requireProduct(fetchShop, params.id)
  redirectToMainId(product, params.id)
  // Without related products the page is still useful.
  const related = await fetchProductPage(fetchShop, relatedQuery(product)).then(toCardPage, () => undefined)
  return { product, related }
}

/** A cached product is shown at once; the page component fetches any other. */
export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const product = cachedProduct(params.id)
  if (product) redirectToMainId(product, params.id)
  return product ? { product, related: undefined } : null
}

export const meta: Route.MetaFunction = ({ matches, loaderData, error, params }) => {
  const product = loaderData?.product
  if (!product)
    return [
      { title: `${error ? describeError(error).title : 'Nashta'} | Nashta` },
      { name: 'robots', content: 'noindex' },
    ]

  const rootData = matches[0].loaderData
  return [
    ...pageMeta({
      matches,
      title: `${product.name} | Nashta`,
      description: product.description,
      path: productPath(params.id),
      image: product.imageUrl,
    }),
    ...(rootData ? [{ 'script:ld+json': productJsonLd(product, rootData) }] : []),
  ]
}

export default function ProductRoute({ loaderData, params }: Route.ComponentProps) {
  const { product, isMissing, error } = useProduct(params.id, loaderData?.product)
  useTitleAfterLoading(loaderData?.product, product)

  if (isMissing) return <MessagePage {...NOT_FOUND} />
  if (!product && error) return <MessagePage title={PRODUCT_ERROR} text={error.message} />
  return (
    <Container>
      {product ? (
        <ProductDetails key={product.products_id} product={product} initialRelated={loaderData?.related} />
      ) : (
        <div className="grid min-h-[70vh] place-items-center">
          <Spinner label={LOADING_PRODUCT} />
        </div>
      )}
      <CatalogueSync />
    </Container>
  )
}

type ProductDetailsProps = { product: Product; initialRelated: CardPage | undefined }

function ProductDetails({ product, initialRelated }: ProductDetailsProps) {
  const { products = [] } = useProductQuery(relatedQuery(product), initialRelated)
  useRecordView(useUser()?.sub, product.products_id)
  const others = products.filter(({ products_id }) => products_id !== product.products_id)
  return (
    <div className="space-y-16 pb-24 lg:space-y-24 lg:pb-36">
      <ProductView product={product} actions={<BuyButtons product={product} />} />
      {others.length > 0 ? (
        <section aria-labelledby="related-title" className="border-t border-line pt-14 lg:pt-20">
          <div className="mb-8 lg:mb-12">
            <SectionHeading id="related-title">You may also like</SectionHeading>
          </div>
          <ProductGrid products={others.slice(0, RELATED_COUNT)} columns="four" action={renderQuickAdd} />
        </section>
      ) : null}
    </div>
  )
}

function BuyButtons({ product }: { product: Product }) {
  if (product.stock === 0) return null
  return (
    <div className="grid max-w-md gap-3">
      <AddToCart product={product} />
      <BuyNow product={product} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MessagePage {...describeError(error)} />
}

/** The title comes from loader data. When the product loaded later, the loader runs again and finds it cached. */
function useTitleAfterLoading(initial: Product | undefined, product: Product | undefined) {
  const { revalidate } = useRevalidator()
  const isLate = product !== undefined && initial === undefined
  useEffect(() => {
    if (isLate) void revalidate()
  }, [isLate, revalidate])
}

async function requireProduct(fetchShop: FetchShop, id: string) {
  try {
    return await fetchProduct(fetchShop, id)
  } catch (error) {
    if (isFinalRefusal(error)) throw data(null, { status: 404 })
    const message = isShopError(error) ? error.message : FETCH_PRODUCTS_FAILED
    throw data({ message }, { status: 503 })
  }
}

/** A product can be found by two ids, but its page has one address, with `products_id`. */
function redirectToMainId({ products_id }: Product, id: string) {
  if (products_id !== id) throw redirect(productPath(products_id), 301)
}

function relatedQuery({ category }: Product) {
  // One more than is shown, because the product itself may be among them.
  return { category, limit: RELATED_COUNT + 1 }
}

function describeError(error: unknown) {
  if (!isRouteErrorResponse(error)) return { title: PRODUCT_ERROR, text: FETCH_PRODUCTS_FAILED }
  if (error.status === 404) return NOT_FOUND
  const body: unknown = error.data
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  return { title: PRODUCT_ERROR, text: hasMessage ? String(body.message) : FETCH_PRODUCTS_FAILED }
}
