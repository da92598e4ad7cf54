import type { CartItem } from '@nashta/contracts/cart/cart'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { onePerFamily } from '@nashta/contracts/catalogue/one-per-family'
import type { Product } from '@nashta/contracts/catalogue/product'
import { FALLBACK_PICTURE_URL, pictureSrcSet, productPath } from '@nashta/contracts/catalogue/product-urls'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { Picture } from '@nashta/ui/picture'
import { Link } from 'react-router'
import { QueryCacheProvider } from '../data/products/query-client.tsx'
import { useProductsById } from '../data/products/use-products-by-id.ts'
import { GOES_WITH_CART } from '../features/cart/cart-texts.ts'
import { QuickAdd } from '../features/cart/quick-add.tsx'
import { useRecommendations } from '../features/recommendations/use-recommendations.ts'

const SUGGESTIONS_COUNT = 3
const SOLD_OUT_MAX = 5

type CartSuggestionsProps = { items: readonly CartItem[] }

/**
 * Up to three products that go well with the cart, none of them a pack of what is in it. Renders nothing until
 * they are loaded. This is no route, but is here because only routes may import several features.
 */
export default function CartSuggestions({ items }: CartSuggestionsProps) {
  return (
    <QueryCacheProvider>
      <SuggestionList items={items} />
    </QueryCacheProvider>
  )
}

function SuggestionList({ items }: CartSuggestionsProps) {
  const basket = items.map(({ productId }) => productId)
  // More are requested than shown, because products that are sold out are left out. What goes well
  // with a cart is the same for everybody, so the store need not know whose it is.
  const { suggestions } = useRecommendations({
    userId: GUEST_RECOMMENDATIONS_USER_ID,
    limit: SUGGESTIONS_COUNT + SOLD_OUT_MAX,
    basket,
    enabled: true,
  })
  const { products: inCart } = useProductsById(basket)
  if (!suggestions || !inCart) return null
  const products = onePerFamily(suggestions.products, inCart).filter(({ stock }) => stock !== 0)
  if (products.length === 0) return null
  return (
    <section aria-labelledby="cart-suggestions-title" className="px-5 py-5">
      <h3 id="cart-suggestions-title" className="font-semibold">
        {GOES_WITH_CART}
      </h3>
      <ul>
        {products.slice(0, SUGGESTIONS_COUNT).map((product) => (
          <Suggestion key={product.products_id} product={product} />
        ))}
      </ul>
    </section>
  )
}

function Suggestion({ product }: { product: Product }) {
  const { products_id, imageUrl, price } = product
  return (
    <li className="flex items-center gap-4 py-2">
      <div className="size-14 shrink-0 overflow-hidden rounded-xl bg-paper-deep">
        <Picture
          src={imageUrl || FALLBACK_PICTURE_URL}
          srcSet={pictureSrcSet(imageUrl, 320)}
          sizes="56px"
          alt=""
          width={56}
          height={56}
          fallbackSrc={FALLBACK_PICTURE_URL}
          className="size-full object-cover"
        />
      </div>
      <div className="min-w-0 grow">
        <Link
          to={productPath(products_id)}
          className="inline-block font-medium text-balance wrap-anywhere hover:text-raspberry-deep"
        >
          {lineName(product)}
        </Link>
        <p className="text-sm text-ink-soft tabular-nums">{formatRupees(rupeesToPaise(price))}</p>
      </div>
      <QuickAdd product={product} />
    </li>
  )
}
