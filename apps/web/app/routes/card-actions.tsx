import { lineName } from '@nashta/contracts/catalogue/line-name'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { Link } from 'react-router'
import { useUser } from '../features/account/session/session-provider.tsx'
import { QuickAdd, type QuickAddProps } from '../features/cart/quick-add.tsx'
import { Heart } from '../features/favourites/heart.tsx'

// This is no route, but is here because only routes may import several features.

function CardActions({ product }: QuickAddProps) {
  const userId = useUser()?.sub
  return (
    <>
      <Heart userId={userId} product={product} />
      <QuickAdd product={product} />
      {product.stock === 0 ? (
        <p className="card-tell-me-box">
          <Link to={`${productPath(product.products_id)}#tell-me`} discover="none">
            Tell me
            <span className="sr-only"> when it is back: {lineName(product)}</span>
          </Link>
        </p>
      ) : null}
    </>
  )
}

/** For the prop `renderAction` of a product grid. */
export function renderCardActions(product: QuickAddProps['product']) {
  return <CardActions product={product} />
}
