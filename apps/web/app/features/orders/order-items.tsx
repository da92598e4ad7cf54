import { FALLBACK_PICTURE_URL, pictureSrcSet, productPath } from '@nashta/contracts/catalogue/product-urls'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { describeTakenOff } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { ratePath } from '@nashta/contracts/ratings/rating-texts'
import { Picture } from '@nashta/ui/picture'
import { Link } from 'react-router'

type Order = Pick<Purchase, 'items' | 'orderStatus'>

/** The order's link token, with which a guest may rate the items; undefined for a signed-in shopper. */
type Rating = { token: string | undefined }

/** The items of an order: the units that remain, and beside them what was refunded or cancelled. */
export function OrderItems({ order: { items, orderStatus }, rating }: { order: Order; rating?: Rating }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item, index) => (
        // The index is a stable key, because the items of an order never change. Names may repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <OrderItem key={index} item={item} takenOff={describeTakenOff(item, orderStatus)} rating={rating} />
      ))}
    </ul>
  )
}

type OrderItemProps = { item: Order['items'][number]; takenOff: string; rating: Rating | undefined }

function OrderItem({ item, takenOff, rating }: OrderItemProps) {
  const { productId, name, imageUrl, category, quantity, remaining = quantity, price } = item
  const unitPrice = rupeesToPaise(price)
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0">
      <Picture
        src={imageUrl || FALLBACK_PICTURE_URL}
        srcSet={pictureSrcSet(imageUrl, 320)}
        sizes="96px"
        alt=""
        width={96}
        height={96}
        fallbackSrc={FALLBACK_PICTURE_URL}
        className="size-20 shrink-0 rounded-2xl bg-paper-deep object-cover sm:size-24"
      />
      <div className="min-w-0 grow">
        <p className="font-display text-lg leading-tight font-semibold text-pretty sm:text-xl">
          {productId === undefined ? (
            name
          ) : (
            <Link to={productPath(productId)} className="hover:text-raspberry-deep">
              {name}
            </Link>
          )}
        </p>
        <p className="mt-1 text-[0.9375rem] text-ink-soft">{category}</p>
        <p className="text-[0.9375rem] text-ink-soft">
          Qty: {remaining}
          {takenOff ? <span className="font-semibold text-ink"> ({takenOff})</span> : null}
        </p>
        {rating && productId !== undefined && remaining > 0 ? (
          <Link
            to={ratePath(productId, rating.token)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-raspberry-deep print:hidden"
          >
            Rate it<span className="sr-only">: {name}</span>
          </Link>
        ) : null}
      </div>
      <div className="text-right tabular-nums">
        <p className="text-lg font-semibold">{formatRupees(asPaise(unitPrice * remaining))}</p>
        <p className="text-[0.9375rem] whitespace-nowrap text-ink-soft">{formatRupees(unitPrice)} each</p>
      </div>
    </li>
  )
}
