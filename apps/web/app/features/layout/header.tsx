import type { Announcement } from '@nashta/contracts/storefront/home-rules'
import { ICON_BUTTON, LinkButton } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { Container } from '@nashta/ui/layout'
import { Picture } from '@nashta/ui/picture'
import { closeSheetProps, openSheetProps, Sheet } from '@nashta/ui/sheet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useAnnouncement } from '../../data/shop/use-announcement.ts'
import { useDeliveryTexts } from '../../data/shop/use-delivery-texts.ts'
import { useFace } from '../../data/shop/use-face.ts'
import { useMenus } from '../../data/shop/use-menus.ts'
import { hideWhileScrolling } from './hide-while-scrolling.ts'

const MENU_ID = 'menu'

export type HeaderProps = {
  /** The search field, or the button that opens `searchSheet` on small screens. */
  search: ReactNode
  searchSheet: ReactNode
  cart: ReactNode
  account: ReactNode
  /** The account's links in the menu of small screens. */
  menuAccount: ReactNode
}

export function Header({ search, searchSheet, cart, account, menuAccount }: HeaderProps) {
  const { pathname } = useLocation()
  const deliveryPromise = useDeliveryTexts()?.promise
  const announcement = useAnnouncement()
  const { header: links } = useMenus()
  // Without the slashes, `/collections/suggested-x` would match `/collections/suggested` too.
  const current = links.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to ?? null
  const bar = useRef<HTMLElement>(null)
  const [isHidden, setHidden] = useState(false)
  useEffect(() => (bar.current ? hideWhileScrolling(bar.current, setHidden) : undefined), [])

  return (
    <header
      ref={bar}
      data-hidden={isHidden || undefined}
      // The delivery note and the awning, 4rem high, scroll out of view. The rest sticks.
      className="sticky -top-16 z-20 duration-300 ease-settle data-hidden:-translate-y-full motion-safe:transition-transform"
    >
      <p className="grid min-h-9 place-items-center bg-raspberry px-4 text-center text-sm font-medium text-white">
        {announcement ? <AnnouncementText {...announcement} /> : deliveryPromise}
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
              className="mr-auto inline-flex min-h-11 min-w-0 items-center gap-2 rounded-lg font-display text-[min(1.75rem,8vw)] font-bold tracking-tight lg:text-3xl"
            >
              <Brand />
            </Link>
            <nav aria-label="Main" className="max-md:hidden">
              <ul className="flex items-center">
                {links.map(({ label, to }) => (
                  <li key={label + to}>
                    <Link
                      to={to}
                      discover="none"
                      aria-current={to === current ? 'page' : undefined}
                      className="inline-flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep aria-[current=page]:text-raspberry lg:px-4"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            {search}
            {/* On phones the menu has this link. */}
            <Link to="/favourites" discover="none" aria-label="Favourites" className="heart" />
            {account}
            <div className="-mr-2 flex min-w-11 justify-end">{cart}</div>
          </div>
        </Container>
      </div>
      <MenuSheet account={menuAccount} />
      {searchSheet}
    </header>
  )
}

function AnnouncementText({ text, to }: Announcement) {
  if (to === undefined) return text
  return (
    <Link to={to} discover="none" className="underline underline-offset-4 focus-visible:outline-white">
      {text}
    </Link>
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
            {useMenus().phone.map(({ label, to }) => (
              <li key={label + to} className="border-b border-line">
                <Link
                  to={to}
                  discover="none"
                  className="flex min-h-16 items-center justify-between font-display text-[1.75rem] font-semibold tracking-tight after:mr-2 after:size-2.5 after:rotate-45 after:border-t-2 after:border-r-2 after:border-raspberry"
                >
                  {label}
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

/** A longer name gets smaller letters and two lines. */
const SHORT_NAME_MAX = 12

/** The shop's mark and name. */
export function Brand() {
  const face = useFace()
  if (!face) return <>Home</>
  return (
    <>
      <Picture
        src={face.icon}
        alt=""
        width={32}
        height={32}
        className="size-[1.15em] shrink-0 object-contain"
      />
      <span
        className={face.name.length > SHORT_NAME_MAX ? 'line-clamp-2 text-lg leading-tight sm:text-xl' : ''}
      >
        {face.name}
      </span>
    </>
  )
}
