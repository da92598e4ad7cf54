import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { Container } from '@nashta/ui/layout'
import { opensSheet } from '@nashta/ui/sheet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { FREE_DELIVERY } from '../../texts/delivery.ts'
import { BrandMark } from './brand.tsx'
import { hideWhileScrolling } from './hide-while-scrolling.ts'
import { MENU_ID, MenuSheet } from './menu-sheet.tsx'

const LINKS = [
  { label: 'Suggested For You', to: '/collections/suggested' },
  { label: 'Best Sellers', to: '/collections/best-sellers' },
  { label: 'All Products', to: '/collections/allproducts' },
]

export type HeaderProps = {
  /** A target of 44 pixels each: they are filled in by the browser, and must not move what is beside them. */
  cart: ReactNode
  account: ReactNode
  /** The account's links in the menu of small screens. */
  menuAccount: ReactNode
}

export function Header({ cart, account, menuAccount }: HeaderProps) {
  const { pathname } = useLocation()
  const current = LINKS.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to ?? null
  const bar = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState(false)
  useEffect(() => (bar.current ? hideWhileScrolling(bar.current, setHidden) : undefined), [])

  return (
    <header
      ref={bar}
      data-hidden={hidden || undefined}
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
              {...opensSheet(MENU_ID)}
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
