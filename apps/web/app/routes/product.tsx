import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isRefused, isShopError } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { productPath } from '@nashta/contracts/catalogue/storefront-paths'
import { Container } from '@nashta/ui/layout'
import { Spinner } from '@nashta/ui/spinner'
import { useEffect } from 'react'
import { data, isRouteErrorResponse, redirect, useRevalidator } from 'react-router'
import { fetchProduct, fetchProductPage } from '../data/fetch-products.ts'
import { cachedProduct } from '../data/product-queries.ts'
import { useUser } from '../features/account/session/session-provider.tsx'
import { AddToCart, BuyNow } from '../features/cart/add-to-cart.tsx'
import { quickAdd } from '../features/cart/quick-add.tsx'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { productJsonLd } from '../features/catalogue/product-json-ld.ts'
import { ProductView } from '../features/catalogue/product-view.tsx'
import { RelatedProducts } from '../features/catalogue/related-products.tsx'
import { useProduct } from '../features/catalogue/use-product.ts'
import { toCards, useShelf } from '../features/catalogue/use-shelf.ts'
import { MessagePage } from '../features/layout/message-page.tsx'
import { useRecordView } from '../features/recommendations/use-record-view.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import {
  LOADING_PRODUCT,
  PRODUCT_ERROR,
  PRODUCT_NOT_FOUND,
  PRODUCT_NOT_FOUND_TEXT,
  FETCH_PRODUCTS_FAILED,
} from '../texts/product-page.ts'
import type { Route } from './+types/product'

const RELATED_COUNT = 4

export async function loader({ params, context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const product = await requireProduct(fetchShop, params.id)
  redirectToItsOwn(product, params.id)
  // The page can live without what else there is.
  const related = await fetchProductPage(fetchShop, relatedTo(product)).then(toCards, () => undefined)
  return { product, related }
}

/** A product that was on the page before needs no waiting; any other the page asks for itself. */
export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const product = cachedProduct(params.id)
  if (product) redirectToItsOwn(product, params.id)
  return product ? { product, related: undefined } : null
}

export const meta: Route.MetaFunction = ({ matches, loaderData, error, params }) => {
  const product = loaderData?.product
  if (!product)
    return [
      { title: `${error ? titleOf(error) : 'Nashta'} | Nashta` },
      { name: 'robots', content: 'noindex' },
    ]

  const publicUrl = matches[0].loaderData?.publicUrl
  return [
    ...pageMeta({
      matches,
      title: `${product.name} | Nashta`,
      description: product.description,
      path: productPath(params.id),
      image: product.imageUrl,
    }),
    ...(publicUrl ? [{ 'script:ld+json': productJsonLd(product, publicUrl) }] : []),
  ]
}

export default function ProductRoute({ loaderData, params }: Route.ComponentProps) {
  const { product, isMissing, error } = useProduct(params.id, loaderData?.product)
  useTitleOnceKnown(loaderData?.product, product)

  if (isMissing) return <MessagePage title={PRODUCT_NOT_FOUND} text={PRODUCT_NOT_FOUND_TEXT} />
  if (!product && error) return <MessagePage title={PRODUCT_ERROR} text={error.message} />
  return (
    <Container>
      {product ? (
        <Found key={product.products_id} product={product} sent={loaderData?.related} />
      ) : (
        <div className="grid min-h-[70vh] place-items-center">
          <Spinner label={LOADING_PRODUCT} />
        </div>
      )}
      <CatalogueSync />
    </Container>
  )
}

type FoundProps = { product: Product; sent: Parameters<typeof useShelf>[1] }

function Found({ product, sent }: FoundProps) {
  const { products = [] } = useShelf(relatedTo(product), sent)
  useRecordView(useUser()?.sub, product.products_id)
  const others = products.filter(({ products_id }) => products_id !== product.products_id)
  return (
    <div className="space-y-16 pb-24 lg:space-y-24 lg:pb-36">
      <ProductView product={product} actions={<Buy product={product} />} />
      <RelatedProducts products={others.slice(0, RELATED_COUNT)} action={quickAdd} />
    </div>
  )
}

function Buy({ product }: { product: Product }) {
  if (product.stock === 0) return null
  return (
    <div className="grid max-w-md gap-3">
      <AddToCart product={product} />
      <BuyNow product={product} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isMissing(error)) return <MessagePage title={PRODUCT_NOT_FOUND} text={PRODUCT_NOT_FOUND_TEXT} />
  return <MessagePage title={PRODUCT_ERROR} text={messageOf(error)} />
}

/** What the page knows by the time its address is looked up decides its title: once it knows more, it looks again. */
function useTitleOnceKnown(atFirst: Product | undefined, product: Product | undefined) {
  const { revalidate } = useRevalidator()
  const isLate = product !== undefined && atFirst === undefined
  useEffect(() => {
    if (isLate) void revalidate()
  }, [isLate, revalidate])
}

async function requireProduct(fetchShop: FetchShop, id: string) {
  try {
    return await fetchProduct(fetchShop, id)
  } catch (error) {
    if (isRefused(error)) throw data(null, { status: 404 })
    const message = isShopError(error) ? error.message : FETCH_PRODUCTS_FAILED
    throw data({ message }, { status: 503 })
  }
}

/** Found by its other id, a product still has one address only. */
function redirectToItsOwn({ products_id }: Product, id: string) {
  if (products_id !== id) throw redirect(productPath(products_id), 301)
}

function relatedTo({ category }: Product) {
  // One more than is shown: the product itself is among them.
  return { category, limit: RELATED_COUNT + 1 }
}

function titleOf(error: unknown) {
  return isMissing(error) ? PRODUCT_NOT_FOUND : PRODUCT_ERROR
}

function isMissing(error: unknown) {
  return isRouteErrorResponse(error) && error.status === 404
}

function messageOf(error: unknown): string {
  const answer: unknown = isRouteErrorResponse(error) ? error.data : null
  if (typeof answer === 'object' && answer !== null && 'message' in answer) return String(answer.message)
  return FETCH_PRODUCTS_FAILED
}
