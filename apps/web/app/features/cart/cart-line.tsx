import type { CartItem } from '@nashta/contracts/cart/cart'
import { lineTotal } from '@nashta/contracts/cart/cart-rules'
import { FALLBACK_PICTURE_URL, pictureSrcSet, productPath } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { ICON_BUTTON } from '@nashta/ui/button'
import { PathIcon } from '@nashta/ui/icon'
import { Picture } from '@nashta/ui/picture'
import { Link } from 'react-router'
import { removeLabel } from './cart-labels.ts'
import { ITEM_UNAVAILABLE } from './cart-texts.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

const BIN =
  'M5 7.5h14M9.5 7V5.2c0-.4.3-.7.7-.7h3.6c.4 0 .7.3.7.7V7m3 .5-.7 10.6a1.5 1.5 0 0 1-1.5 1.4H8.7a1.5 1.5 0 0 1-1.5-1.4L6.5 7.5m3.7 3.5v5m3.6-5v5'

const PICTURE_SIZE = 88
/** Enough for a screen with three pixels per CSS pixel. */
const PICTURE_WIDTH_MAX = 320

export type CartLineProps = { item: CartItem; engine: CartEngine; onRemove: () => void }

/** `onRemove` is called just before the line disappears, so that focus can move elsewhere. */
export function CartLine({ item, engine, onRemove }: CartLineProps) {
  const { productId, name, imageUrl, quantity, unavailable } = item

  function decrease() {
    if (quantity === 1) onRemove()
    engine.decrease(productId)
  }

  function remove() {
    onRemove()
    engine.remove(productId)
  }

  return (
    <li className="flex flex-wrap gap-4 border-b border-line py-4">
      <div className="size-22 shrink-0 overflow-hidden rounded-2xl bg-paper-deep">
        <Picture
          src={imageUrl || FALLBACK_PICTURE_URL}
          srcSet={pictureSrcSet(imageUrl, PICTURE_WIDTH_MAX)}
          sizes={`${PICTURE_SIZE}px`}
          alt=""
          width={PICTURE_SIZE}
          height={PICTURE_SIZE}
          fallbackSrc={FALLBACK_PICTURE_URL}
          className={`size-full object-cover ${unavailable ? 'opacity-50 grayscale' : ''}`}
        />
      </div>
      {/* Below the picture where large text leaves no room beside it. */}
      <div className="flex min-w-0 grow basis-34 flex-col gap-2">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <Link
              to={productPath(productId)}
              className="inline-block font-display text-lg leading-snug font-semibold text-balance wrap-anywhere hover:text-raspberry-deep"
            >
              {name}
            </Link>
            <LinePrice item={item} />
          </div>
          <button
            type="button"
            aria-label={removeLabel(name)}
            onClick={remove}
            className={`${ICON_BUTTON} -mt-2 -mr-3 text-ink-soft`}
          >
            <PathIcon path={BIN} className="size-5" />
          </button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <QuantityStepper
            name={name}
            quantity={quantity}
            onIncrease={() => engine.increase(item)}
            onDecrease={decrease}
          />
          {unavailable ? null : <p className="font-semibold tabular-nums">{formatRupees(lineTotal(item))}</p>}
        </div>
      </div>
    </li>
  )
}

function LinePrice({ item: { price, priceChangedFrom, unavailable } }: { item: CartItem }) {
  if (unavailable) return <p className="text-sm font-medium text-danger-deep">{ITEM_UNAVAILABLE}</p>
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {formatRupees(rupeesToPaise(price))}
      {priceChangedFrom === undefined ? null : (
        <span className="ml-2 font-medium text-danger-deep">
          was {formatRupees(rupeesToPaise(priceChangedFrom))}
        </span>
      )}
    </p>
  )
}
