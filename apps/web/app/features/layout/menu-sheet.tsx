import { ICON_BUTTON, LinkButton } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { closeSheetProps, Sheet } from '@nashta/ui/sheet'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export const MENU_ID = 'menu'

/** The specification demands Shoes and Sandals, although the store sells snacks. */
const LINKS = [
  { label: 'New Arrivals', to: '/collections/new-arrivals' },
  { label: 'Best Sellers', to: '/collections/best-sellers' },
  { label: 'Shoes', to: '/collections/shoes' },
  { label: 'Sandals', to: '/collections/sandals' },
]

/** The main navigation on small screens. */
export function MenuSheet({ account }: { account: ReactNode }) {
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
            {LINKS.map(({ label, to }) => (
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
