import { ICON_BUTTON, LinkButton } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { Container } from '@nashta/ui/layout'
import { closeSheetProps, openSheetProps, Sheet } from '@nashta/ui/sheet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { FREE_DELIVERY } from '../../texts/delivery.ts'
import { hideWhileScrolling } from './hide-while-scrolling.ts'

const LINKS = [
  { label: 'Suggested For You', to: '/collections/suggested' },
  { label: 'Best Sellers', to: '/collections/best-sellers' },
  { label: 'All Products', to: '/collections/allproducts' },
]

const MENU_ID = 'menu'

/** The specification demands Shoes and Sandals, although the store sells snacks. */
const MENU_LINKS = [
  { label: 'New Arrivals', to: '/collections/new-arrivals' },
  { label: 'Best Sellers', to: '/collections/best-sellers' },
  { label: 'Shoes', to: '/collections/shoes' },
  { label: 'Sandals', to: '/collections/sandals' },
]

export type HeaderProps = {
  cart: ReactNode
  account: ReactNode
  /** The account's links in the menu of small screens. */
  menuAccount: ReactNode
}

export function Header({ cart, account, menuAccount }: HeaderProps) {
  const { pathname } = useLocation()
  // The slashes make `/collections/suggested/` match and `/collections/suggested-x` not.
  const current = LINKS.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to ?? null
  const bar = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState(false)
  useEffect(() => (bar.current ? hideWhileScrolling(bar.current, setHidden) : undefined), [])

  return (
    <header
      ref={bar}
      data-hidden={hidden || undefined}
      // The top 4rem, the delivery note and the awning, scroll out of view; the rest sticks.
      className="sticky -top-16 z-20 duration-300 ease-settle data-hidden:-translate-y-full motion-safe:transition-transform"
    >
      <p className="grid min-h-9 place-items-center bg-raspberry px-4 text-center text-sm font-medium text-white">
        {FREE_DELIVERY}
      </p>
      <div className="bg-paper">
        <div className="awning" />
        <Container>
          <div className="flex h-16 items-center gap-x-1 md:gap-x-4 lg:h-18">
            <button
              type="button"
              {...openSheetProps(MENU_ID)}
              aria-label="Menu"
              className={`${ICON_BUTTON} -ml-2 md:hidden`}
            >
              <Icon name="menu" />
            </button>
            <Link
              to="/"
              className="mr-auto inline-flex min-h-11 items-center gap-2 rounded-lg font-display text-[1.75rem] font-bold tracking-tight lg:text-3xl"
            >
              <BrandMark />
              Nashta
            </Link>
            <nav aria-label="Main" className="max-md:hidden">
              <ul className="flex items-center">
                {LINKS.map(({ label, to }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      aria-current={to === current ? 'page' : undefined}
                      className="inline-flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep aria-[current=page]:text-raspberry lg:px-4"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="flex min-w-11 justify-end">{account}</div>
            <div className="-mr-2 flex min-w-11 justify-end">{cart}</div>
          </div>
        </Container>
      </div>
      <MenuSheet account={menuAccount} />
    </header>
  )
}

/** The main navigation on small screens. */
function MenuSheet({ account }: { account: ReactNode }) {
  return (
    <Sheet id={MENU_ID} side="left" labelledBy="menu-title">
      <div className="flex min-h-full flex-col">
        <div className="awning" />
        <div className="flex h-16 items-center justify-between pr-2 pl-6">
          <h2 id="menu-title" className="font-display text-xl font-semibold">
            Menu
          </h2>
          <button type="button" {...closeSheetProps(MENU_ID)} aria-label="Close menu" className={ICON_BUTTON}>
            <Icon name="close" />
          </button>
        </div>
        <nav aria-labelledby="menu-title" className="flex grow flex-col px-6 pb-8">
          <ul>
            {MENU_LINKS.map(({ label, to }) => (
              <li key={to} className="border-b border-line">
                <Link
                  to={to}
                  className="flex min-h-16 items-center justify-between font-display text-[1.75rem] font-semibold tracking-tight"
                >
                  {label}
                  <Icon name="right" className="size-5 text-raspberry" />
                </Link>
              </li>
            ))}
          </ul>
          <ul className="mt-4">{account}</ul>
          <div className="mt-auto grid gap-3 pt-8">
            <LinkButton to="/collections/allproducts">All Products</LinkButton>
            <LinkButton to="/collections/suggested" look="outline">
              Suggested For You
            </LinkButton>
          </div>
        </nav>
      </div>
    </Sheet>
  )
}

export function BrandMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-[1.15em]">
      <path
        fill="#d99a52"
        fillRule="evenodd"
        d="M24 2.5c12 0 21.5 9.4 21.5 21.4S36 45.5 24 45.5 2.5 36 2.5 24 12 2.5 24 2.5Zm0 14.3a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4Z"
      />
      <path
        fill="#d6336c"
        fillRule="evenodd"
        d="M24 4.5c10.5 0 19.2 8 19.2 18.3 0 3.8-2.3 5.2-4.8 4.6-2.4-.6-3.7.9-3.9 3-.2 2.6-1.8 4.3-4.2 3.8-2-.4-3.3.2-4.5 2-1.6 2.4-4.6 2.3-5.8-.2-.9-1.9-2.3-2.6-4.4-2.1-3 .7-4.8-1-4.7-3.8.1-2-1-3-3-2.8-2.3.2-3.2-1.7-3.2-4.4C4.7 12.5 13.5 4.5 24 4.5Zm0 11.3a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4Z"
      />
      <path
        fill="none"
        stroke="#fff3e4"
        strokeWidth="2.2"
        strokeLinecap="round"
        d="m13 14 2.4 1.9M22 9.2l2.8-.8M33.5 12.5l1.6 2.5M37.5 21.6l-2.9.5M10.5 23l2.7-1.1M29.6 10.8l-.2.1M18 12.6v.1"
      />
    </svg>
  )
}
