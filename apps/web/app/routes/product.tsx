import { afterPaint } from '@nashta/browser/after-paint'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import type { Product } from '@nashta/contracts/catalogue/product'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { Button } from '@nashta/ui/button'
import { Container, SectionHeading } from '@nashta/ui/layout'
import { Spinner } from '@nashta/ui/spinner'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  redirect,
  useLocation,
  useNavigate,
  useRouteLoaderData,
} from 'react-router'
import { useUpdatesNeeded } from '../data/calls/polling.ts'
import { lazyPart } from '../data/late/awaited-parts.tsx'
import { lateModule } from '../data/late/late-module.ts'
import { fetchProduct, fetchProductPage, type PageQuery } from '../data/products/fetch-products.ts'
import { throwUnavailable, unavailableMessageOf } from '../data/products/loader-failure.ts'
import { catalogueKeys, packsQuery, rememberPageData } from '../data/products/page-data.ts'
import { readPaymentSummary } from '../data/shop/read-payment-summary.ts'
import { readShop } from '../data/shop/read-shop.ts'
import { readStorefront } from '../data/shop/read-storefront.ts'
import { useFace } from '../data/shop/use-face.ts'
import { useClosedText } from '../data/shop/use-payment-summary.ts'
import { PINCODE_KEY } from '../data/storage/storage-keys.ts'
import { useUser } from '../features/account/session/session-provider.tsx'
import { AddToCart, BuyNow } from '../features/cart/add-to-cart.tsx'
import type { CardProduct } from '../features/catalogue/cards/card-product.ts'
import { ProductGrid } from '../features/catalogue/cards/product-grid.tsx'
import { ProductFacts } from '../features/catalogue/product/product-facts.tsx'
import { productJsonLd } from '../features/catalogue/product/product-json-ld.ts'
import { relatedQuery } from '../features/catalogue/product/product-page-queries.ts'
import { ProductView, type ShownProduct } from '../features/catalogue/product/product-view.tsx'
import { useRecordView } from '../features/catalogue/product/use-record-view.ts'
import { WithBuyBar } from '../features/catalogue/product/with-buy-bar.tsx'
import { toCardPage } from '../features/catalogue/use-product-query.ts'
import { Heart } from '../features/favourites/heart.tsx'
import { MessagePage } from '../features/layout/message-page.tsx'
import type { RatingOfGoneSnackProps } from '../features/orders/ratings/rating-of-gone-snack.tsx'
import { RatingsSection } from '../features/orders/ratings/ratings-section.tsx'
import { ShareRow } from '../features/share/share-row.tsx'
import type { TellMeProps } from '../features/stock-alerts/tell-me.tsx'
import { fetchShopContext, publicUrlContext } from '../server/contexts.server.ts'
import { pageMeta, titleOf } from '../server/page-meta.ts'
import { CHECK_DELIVERY } from '../texts/delivery.ts'
import {
  CART_WAITS,
  LOADING_PRODUCT,
  PRODUCT_ERROR,
  PRODUCT_NOT_FOUND,
  PRODUCT_NOT_FOUND_TEXT,
} from '../texts/product-page.ts'
import { FETCH_PRODUCTS_FAILED } from '../texts/products.ts'
import type { Route } from './+types/product'
import { renderCardActions } from './card-actions.tsx'
import type { ProductPageData, ProductUpdate } from './product-updates.tsx'
import { SeenBeforePart } from './seen-before-part.tsx'

const NOT_FOUND = { title: PRODUCT_NOT_FOUND, text: PRODUCT_NOT_FOUND_TEXT }

export async function loader({ params, context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const product = await requireProduct(fetchShop, params.id)
  redirectToMainId(product, params.id)
  // The page is useful without these cards, so a failure to load them is ignored.
  const fetchCardPage = (query: PageQuery) =>
    fetchProductPage(fetchShop, query).then(toCardPage, () => undefined)
  const [related, packs, shop, payments, storefront] = await Promise.all([
    fetchCardPage(relatedQuery(product)),
    product.family ? fetchCardPage(packsQuery(product.family)) : undefined,
    readShop(fetchShop),
    readPaymentSummary(fetchShop),
    readStorefront(fetchShop),
  ])
  const takesOrders = payments?.takesOrders ?? true
  const publicUrl = context.get(publicUrlContext)
  const jsonLd = productJsonLd(product, {
    publicUrl,
    shop,
    takesOrders,
    packs: packs?.items ?? [],
    shelves: storefront?.shelves ?? [],
  })
  return { product, card: undefined, related, packs, jsonLd }
}

const updates = lateModule(() => import('./product-updates.tsx'))

/** What is cached of a product is shown at once; `ProductUpdates` fetches the rest. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { findKnown } = await updates.load()
  const known = findKnown(params.id)
  if (known?.product) redirectToMainId(known.product, params.id)
  return known && { ...known, jsonLd: undefined }
}

export const meta: Route.MetaFunction = ({ matches, loaderData, error, params }) => {
  const product = loaderData?.product
  if (!product)
    return [
      { title: titleOf(error ? describeError(error).title : undefined, matches[0].loaderData?.face) },
      { name: 'robots', content: 'noindex' },
    ]

  return [
    ...pageMeta({
      matches,
      title: lineName(product),
      description: product.description,
      path: productPath(params.id),
      image: product.imageUrl,
      price: product.price,
    }),
    // Only the server makes JSON-LD, because search engines load every page from the server.
    ...(loaderData.jsonLd ? [{ 'script:ld+json': loaderData.jsonLd }] : []),
  ]
}

export default function ProductRoute({ loaderData, params }: Route.ComponentProps) {
  const { id } = params
  const [update, setUpdate] = useState<ProductUpdate | null>(null)
  const isFromServer = loaderData?.jsonLd !== undefined
  useEffect(() => {
    if (isFromServer) rememberProductPage(loaderData)
  }, [isFromServer, loaderData])
  // The page of the server is updated after one polling interval, unless a part of it is missing.
  const module = updates.useModule(useUpdatesNeeded(!isFromServer || !loaderData?.related))
  const page = update?.id === id ? update : pageOf(loaderData)
  const face = useFace()
  useTitle(page.product && titleOf(lineName(page.product), face))
  return (
    <>
      <ProductPage {...page} id={id} />
      {module ? <module.ProductUpdates id={id} onUpdate={setUpdate} /> : null}
    </>
  )
}

function rememberProductPage({ product, related, packs }: ProductPageData) {
  if (!product) return
  rememberPageData(catalogueKeys.product(product.products_id), product)
  if (related) rememberPageData(catalogueKeys.page(relatedQuery(product)), related)
  if (packs && product.family !== undefined)
    rememberPageData(catalogueKeys.page(packsQuery(product.family)), packs)
}

/** The whole address of a path; the path alone when the root's data is missing. */
function usePublicUrl(path: string) {
  const publicUrl = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl
  return publicUrl ? new URL(path, publicUrl).href : path
}

type PageContent = Omit<ProductUpdate, 'id'>

function ProductPage({ id, product, isMissing, error, related, packs }: PageContent & { id: string }) {
  if (isMissing) return <MissingProduct id={id} />
  if (!product && error) return <MessagePage title={PRODUCT_ERROR} text={error.message} />
  return (
    <Container>
      {product ? (
        <ProductDetails key={product.products_id} product={product} related={related} packs={packs} />
      ) : (
        <div className="grid min-h-[70vh] place-items-center">
          <Spinner label={LOADING_PRODUCT} />
        </div>
      )}
    </Container>
  )
}

/** What the page shows before the first update. */
function pageOf(loaderData: ProductPageData | null): PageContent {
  const { product, card, related, packs } = loaderData ?? {}
  return {
    product: product ?? card,
    isMissing: false,
    error: null,
    related: related?.items,
    packs: packs?.items,
  }
}

const NO_CARDS: readonly CardProduct[] = []

type ProductDetailsProps = { product: ShownProduct } & Pick<ProductUpdate, 'related' | 'packs'>

function ProductDetails({ product, related = NO_CARDS, packs = NO_CARDS }: ProductDetailsProps) {
  const userId = useUser()?.sub
  useRecordView(userId, product.products_id)
  const { chosen, choose } = useChosenPack()
  const shown = chosen ?? product
  const url = usePublicUrl(productPath(shown.products_id))
  return (
    <div className="space-y-16 pb-24 lg:space-y-24 lg:pb-36">
      <ProductView
        product={product}
        shown={shown}
        packs={packs}
        onChoosePack={choose}
        actions={
          <>
            <BuyButtons product={shown} userId={userId} />
            <div className="mt-4 grid max-w-md auto-cols-fr grid-flow-col gap-x-1 gap-y-2 sm:flex sm:flex-wrap sm:items-center">
              <Heart userId={userId} product={shown}>
                Favourite
              </Heart>
              <ShareRow text={`${lineName(shown)}, ${formatRupees(rupeesToPaise(shown.price))}`} url={url} />
            </div>
          </>
        }
        deliveryCheck={<LazyDeliveryCheck price={shown.price} />}
      />
      <ProductFacts product={product} />
      <RatingsSection
        key={product.products_id}
        id={product.products_id}
        isSignedIn={userId !== undefined}
        rating={product.rating}
      />
      {related.length > 0 ? (
        <section aria-labelledby="related-title" className="border-t border-line pt-14 lg:pt-20">
          <div className="mb-8 lg:mb-12">
            <SectionHeading id="related-title">You may also like</SectionHeading>
          </div>
          <ProductGrid products={related} columns="four" renderAction={renderCardActions} />
        </section>
      ) : null}
      <SeenBeforePart userId={userId} productId={product.products_id} />
    </div>
  )
}

/**
 * The pack that the shopper has chosen, until its page is open: what is known of it is shown at
 * once, and its page, which takes longer, opens after the next paint.
 */
function useChosenPack() {
  const [chosen, setChosen] = useState<CardProduct | null>(null)
  const navigate = useNavigate()
  function choose(pack: CardProduct) {
    setChosen(pack)
    afterPaint(() => void navigate(productPath(pack.products_id), { preventScrollReset: true }))
  }
  return { chosen, choose }
}

/** Most snacks are in stock. */
const TellMe = lazyPart<TellMeProps>(() => import('../features/stock-alerts/tell-me.tsx'))

const DeliveryCheck = lazyPart(() => import('../features/cart/delivery-check.tsx'))

/**
 * Shows the delivery check if the pincode is known, or after the shopper has pressed a button. The
 * code of the delivery check is loaded only then.
 */
function LazyDeliveryCheck({ price }: { price: number }) {
  const [isRequested, setRequested] = useState(false)
  const isPincodeKnown = useHydrated() && browserStorage('sessionStorage').getItem(PINCODE_KEY) !== null
  if (!isRequested && !isPincodeKnown)
    return (
      <Button look="outline" onClick={() => setRequested(true)}>
        {CHECK_DELIVERY}
      </Button>
    )
  return <DeliveryCheck subtotal={rupeesToPaise(price)} takesFocus={isRequested} />
}

function BuyButtons({ product, userId }: { product: ShownProduct; userId: string | undefined }) {
  const closedText = useClosedText()
  const notice = closedText === null ? null : <ClosedNotice text={closedText} />
  if (product.stock === 0)
    return (
      <>
        {notice ? <div className="mt-8">{notice}</div> : null}
        <TellMe userId={userId} productId={product.products_id} />
      </>
    )
  return (
    <WithBuyBar name={lineName(product)} price={product.price} button={<AddToCart product={product} />}>
      {notice ?? <BuyNow product={product} />}
    </WithBuyBar>
  )
}

/** A cart may be filled before the shop opens. */
function ClosedNotice({ text }: { text: string }) {
  return (
    <p className="max-w-md rounded-2xl bg-butter px-5 py-3 font-semibold">
      {text} {CART_WAITS}
    </p>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return isMissing ? <MissingProduct id={params.id} /> : <MessagePage {...describeError(error)} />
}

const RatingOfGoneSnack = lazyPart<RatingOfGoneSnackProps>(
  () => import('../features/orders/ratings/rating-of-gone-snack.tsx'),
)

/** The links of orders and mails lead to the shopper's rating also if the snack is not sold any more. */
function MissingProduct({ id }: { id: string }) {
  const { hash } = useLocation()
  const shownHash = useHydrated() ? hash : ''
  const isSignedIn = useUser() !== null
  const [isRating, token] = /^#(?:rate|order=([\w-]+))$/.exec(shownHash) ?? []
  return (
    <>
      <MessagePage {...NOT_FOUND} />
      {isRating ? <RatingOfGoneSnack id={id} token={token} isSignedIn={isSignedIn} /> : null}
    </>
  )
}

/** For a product that was fetched after the page opened: `meta` could not know its name. */
function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}

async function requireProduct(fetchShop: FetchShop, id: string) {
  try {
    return await fetchProduct(fetchShop, id)
  } catch (error) {
    // The Shop API refuses an id that no product has.
    if (isFinalRefusal(error)) throw data(null, { status: 404 })
    return throwUnavailable(error)
  }
}

/** A product can be found by two ids, but its page has one address, with `products_id`. */
function redirectToMainId({ products_id }: Product, id: string) {
  if (products_id !== id) throw redirect(productPath(products_id), 301)
}

function describeError(error: unknown) {
  if (!isRouteErrorResponse(error)) return { title: PRODUCT_ERROR, text: FETCH_PRODUCTS_FAILED }
  if (error.status === 404) return NOT_FOUND
  return { title: PRODUCT_ERROR, text: unavailableMessageOf(error.data) }
}
