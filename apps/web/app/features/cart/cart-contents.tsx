import type { CartItem } from '@nashta/contracts/cart/cart'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { formatRupees, type Paise } from '@nashta/contracts/money'
import { Button, LinkButton } from '@nashta/ui/button'
import { ProgressBar } from '@nashta/ui/progress-bar'
import { closeSheetProps } from '@nashta/ui/sheet'
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../data/late/awaited-parts.tsx'
import { useKnownDelivery } from '../../data/shop/known-delivery.ts'
import { type CartPrice, priceCartNow } from '../../data/shop/price-cart.ts'
import { usePriceTerms } from '../../data/shop/price-terms.ts'
import { useClosedText } from '../../data/shop/use-payment-summary.ts'
import { DELIVERY_IS_FREE, moreForFreeDelivery } from '../../texts/delivery.ts'
import { includesTax } from '../../texts/tax.ts'
import { CartLine } from './cart-line.tsx'
import {
  CART_EMPTY,
  CART_EMPTY_HINT,
  CART_STALE,
  CART_TOTAL,
  CHECKOUT,
  CONTINUE_SHOPPING,
  DELIVERY,
  MERGED_AT_SIGN_IN,
  SUBTOTAL,
} from './cart-texts.ts'
import { CodeField } from './code-field.tsx'
import type { CartEngine } from './engine/cart-engine.ts'
import type { CartSnapshot } from './engine/cart-snapshot.ts'
import { freeDeliveryProgress } from './free-delivery.ts'

/**
 * The delivery check is a chunk of its own, because product pages load it without the cart.
 */
const DeliveryCheck = lazyPart(() => import('./delivery-check.tsx'))

const UNDO = 'Undo'

const TEXT_BUTTON = 'min-h-11 rounded-full px-3 font-semibold underline underline-offset-4 hover:no-underline'

/** A longer cart fills the drawer, so it gets no suggestions. */
const LINES_WITH_SUGGESTIONS_MAX = 3

export type CartContentsProps = {
  cart: CartSnapshot
  engine: CartEngine
  drawerId: string
  /** Called just before a line, or the button that puts it back, disappears. */
  onLineRemove: () => void
  /** Products that go with these items. Rendered once the shopper sees their place in the drawer. */
  Suggestions: ComponentType<{ items: readonly CartItem[] }>
}

/** The part of the drawer below its title. A default export for `lazy`. */
export default function CartContents(props: CartContentsProps) {
  const { cart, engine, drawerId, onLineRemove } = props
  const [removed, setRemoved] = useState<RemovedLine | null>(null)

  function onRemove(item: CartItem) {
    setRemoved({ item, others: otherLines(cart.items, item) })
    onLineRemove()
  }

  function putBack({ item }: RemovedLine) {
    engine.putBack(item)
    onLineRemove()
  }

  const removedNotice = (
    <RemovedNotice
      removed={removed && canPutBack(removed, cart.items) ? removed : null}
      onPutBack={putBack}
    />
  )
  return (
    <>
      <CartNotices cart={cart} engine={engine} />
      {cart.items.length === 0 ? (
        <>
          <div className="px-5">{removedNotice}</div>
          <EmptyCart isLoading={cart.loading} drawerId={drawerId} />
        </>
      ) : (
        <FilledCart {...props} removedNotice={removedNotice} onRemove={onRemove} />
      )}
    </>
  )
}

/**
 * Renders its children once their place has been on the screen. The empty place is one pixel high,
 * so that the observer notices it.
 */
function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const isShown = useIsShown(place)
  const [isSeen, setSeen] = useState(false)
  if (isShown && !isSeen) setSeen(true)

  return (
    <div ref={place} className="min-h-px">
      {isSeen ? children : null}
    </div>
  )
}

/** Whether the element is on the screen. The drawer is rendered while it is closed, too. */
function useIsShown(element: RefObject<Element | null>): boolean {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      setShown(entries.at(-1)?.isIntersecting ?? false)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isShown
}

type RemovedLine = {
  item: CartItem
  /** The other lines at the time, as text. */
  others: string
}

/** False for an unavailable product, and once the line is back or the shopper has changed another line. */
function canPutBack({ item, others }: RemovedLine, items: readonly CartItem[]) {
  const isBack = items.some(({ productId }) => productId === item.productId)
  if (isBack || item.unavailable) return false
  return otherLines(items, item) === others
}

function otherLines(items: readonly CartItem[], { productId: removedId }: CartItem) {
  const others = items.filter(({ productId }) => productId !== removedId)
  return JSON.stringify(others.map(({ productId, quantity }) => [productId, quantity]))
}

type RemovedNoticeProps = { removed: RemovedLine | null; onPutBack: (removed: RemovedLine) => void }

function RemovedNotice({ removed, onPutBack }: RemovedNoticeProps) {
  return (
    <output className="block empty:hidden">
      {removed ? (
        <Notice look="bg-paper-deep">
          <div className="flex items-center justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">{removed.item.name} was removed.</span>
            <button type="button" onClick={() => onPutBack(removed)} className={TEXT_BUTTON}>
              {UNDO}
            </button>
          </div>
        </Notice>
      ) : null}
    </output>
  )
}

function CartNotices({ cart, engine }: Pick<CartContentsProps, 'cart' | 'engine'>) {
  const { error, stale, merged } = cart
  return (
    <div className="space-y-3 px-5">
      <div role="alert">{error === null ? null : <Notice look="bg-danger-tint">{error}</Notice>}</div>
      <output className="block space-y-3">
        {stale ? <Notice look="bg-butter">{CART_STALE}</Notice> : null}
        {merged.length > 0 ? (
          <Notice look="bg-pistachio-tint">
            <p>{MERGED_AT_SIGN_IN}</p>
            <ul className="mt-1 list-inside list-disc">
              {merged.map(({ productId, name, quantity }) => (
                <li key={productId}>
                  {quantity} × {name}
                </li>
              ))}
            </ul>
            <div className="-mb-2 -ml-3 flex">
              <button type="button" onClick={() => engine.dismissMergeNotice()} className={TEXT_BUTTON}>
                Keep
              </button>
              <button type="button" onClick={() => engine.undoMerge()} className={TEXT_BUTTON}>
                {UNDO}
              </button>
            </div>
          </Notice>
        ) : null}
      </output>
    </div>
  )
}

function Notice({ look, children }: { look: string; children: ReactNode }) {
  return <div className={`rounded-2xl px-4 py-3 text-[0.9375rem] ${look}`}>{children}</div>
}

type FilledCartProps = CartContentsProps & {
  removedNotice: ReactNode
  onRemove: (item: CartItem) => void
}

/**
 * The lines, what the price depends on, and the summary. Only the summary stays in view while the drawer
 * scrolls, so that the lines keep their place on a small phone. The notice of a removed line is there too:
 * above the lines it would move them under the finger, when it comes and when it goes.
 */
function FilledCart({ cart, engine, drawerId, Suggestions, removedNotice, onRemove }: FilledCartProps) {
  const summary = useRef<HTMLDivElement>(null)
  const known = useKnownDelivery()?.details
  const terms = usePriceTerms(cart, useIsShown(summary))
  const delivery = known?.delivery ?? null
  const stateCode = known?.places[0]?.state.code
  const buyer = stateCode === undefined ? null : { state: '', stateCode }
  const price = priceCartNow(cart.items, terms, { delivery, buyer })
  return (
    <>
      <div className="grow">
        <ul className="px-5">
          {cart.items.map((item) => (
            <CartLine key={item.productId} item={item} engine={engine} onRemove={() => onRemove(item)} />
          ))}
        </ul>
        <div className="space-y-1 px-5 py-3 text-[0.9375rem]">
          <div className="min-h-11">
            <DeliveryCheck subtotal={price.paidGoods} />
          </div>
          <CodeField reason={price.codeReason} />
          {price.hints.map((hint) => (
            <p key={hint} className="text-pretty text-ink-soft">
              {hint}
            </p>
          ))}
        </div>
        {cart.items.length <= LINES_WITH_SUGGESTIONS_MAX ? (
          <WhenSeen>
            <Suggestions items={cart.items} />
          </WhenSeen>
        ) : null}
      </div>
      <CartSummary place={summary} price={price} delivery={delivery} drawerId={drawerId}>
        {removedNotice}
      </CartSummary>
    </>
  )
}

type CartSummaryProps = {
  place: RefObject<HTMLDivElement | null>
  price: CartPrice
  delivery: Pincode['delivery'] | null
  drawerId: string
  /** Shown above the sums. */
  children: ReactNode
}

/** The total includes the delivery fee if the pincode is known and the shop delivers there. */
function CartSummary({ place, price, delivery, drawerId, children }: CartSummaryProps) {
  const closedText = useClosedText()
  const { subtotal, paidGoods, shippingFee, paidShipping, discounts, total, tax } = price
  const isFreeByOffer = shippingFee > 0 && paidShipping === 0
  return (
    <div
      ref={place}
      className="bottom-0 space-y-3 [@media(min-height:40rem)]:sticky border-t border-line bg-paper px-5 pt-4 pb-5"
    >
      {children}
      {delivery?.serviceable && !isFreeByOffer ? (
        <FreeDelivery subtotal={paidGoods} terms={delivery} />
      ) : null}
      {discounts.length > 0 ? <SumRow name={SUBTOTAL}>{formatRupees(subtotal)}</SumRow> : null}
      {shippingFee > 0 ? <SumRow name={DELIVERY}>{formatRupees(shippingFee)}</SumRow> : null}
      {discounts.map(({ label, paise }) => (
        <SumRow key={label} name={label}>
          <span className="text-pistachio">−{formatRupees(paise)}</span>
        </SumRow>
      ))}
      <div>
        <p className="flex items-baseline justify-between">
          <span className="text-lg font-semibold">{CART_TOTAL}</span>
          <span className="font-display text-2xl font-semibold tabular-nums">{formatRupees(total)}</span>
        </p>
        {tax === null ? null : <p className="text-sm text-ink-soft">{includesTax(tax)}</p>}
      </div>
      {closedText === null ? null : <Notice look="bg-butter">{closedText}</Notice>}
      <div className="grid gap-2">
        <LinkButton to="/checkout">{CHECKOUT}</LinkButton>
        <Button look="outline" {...closeSheetProps(drawerId)}>
          {CONTINUE_SHOPPING}
        </Button>
      </div>
    </div>
  )
}

function SumRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex items-baseline justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">{children}</span>
    </p>
  )
}

type FreeDeliveryProps = { subtotal: Paise; terms: { fee: number; freeFrom?: number | undefined } }

function FreeDelivery({ subtotal, terms }: FreeDeliveryProps) {
  const progress = freeDeliveryProgress(subtotal, terms)
  if (!progress) return null
  const { missing, threshold } = progress
  const text = missing > 0 ? moreForFreeDelivery(formatRupees(missing)) : DELIVERY_IS_FREE
  return (
    <div>
      <p className="text-sm font-medium text-pistachio">{text}</p>
      <ProgressBar label={text} value={threshold - missing} max={threshold} className="mt-2 block w-full" />
    </div>
  )
}

function EmptyCart({ isLoading, drawerId }: { isLoading: boolean; drawerId: string }) {
  if (isLoading) return <div aria-busy="true" className="grow" />
  return (
    <div className="flex grow flex-col items-center justify-center px-6 pb-16 text-center">
      <svg viewBox="0 0 160 120" aria-hidden="true" className="w-44">
        <ellipse cx="80" cy="78" rx="72" ry="26" className="fill-butter" />
        <ellipse cx="80" cy="74" rx="72" ry="25" className="fill-white" />
        <ellipse cx="80" cy="74" rx="48" ry="15" className="fill-paper-deep" />
        <path
          className="fill-cocoa"
          d="M62 72h5v4h-5zm16 6h4v3h-4zm13-8h6v4h-6zm-24 10h3v3h-3zm36 1h4v3h-4z"
        />
        <path
          className="fill-none stroke-peach"
          strokeWidth="3"
          strokeLinecap="round"
          d="M64 42c-6-8 6-10 0-18m16 16c-6-8 6-10 0-18m16 20c-6-8 6-10 0-18"
        />
      </svg>
      <p className="mt-6 font-display text-2xl font-semibold tracking-tight">{CART_EMPTY}</p>
      <p className="mt-2 mb-8 text-ink-soft">{CART_EMPTY_HINT}</p>
      <Button {...closeSheetProps(drawerId)}>{CONTINUE_SHOPPING}</Button>
    </div>
  )
}
