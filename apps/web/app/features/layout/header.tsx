import { FREE_DELIVERY } from '@nashta/contracts/texts/delivery'
import { Link } from 'react-router'
import { Container } from '../../ui/container.tsx'
import { BrandMark } from './brand.tsx'

export type NavLink = { label: string; to: string }

export function Header({ links }: { links: NavLink[] }) {
  return (
    <header className="contents">
      <p className="bg-raspberry px-4 pt-2.5 pb-1.5 text-center text-sm font-medium text-white">
        {FREE_DELIVERY}
      </p>
      <div className="awning" />
      <div className="z-20 bg-paper md:sticky md:top-0">
        <Container>
          <div className="flex flex-wrap items-center justify-between gap-x-8 pt-3 md:py-3">
            <Link
              to="/"
              className="inline-flex items-center gap-2 rounded-lg py-1 font-display text-3xl font-bold tracking-tight"
            >
              <BrandMark />
              Nashta
            </Link>
            <nav aria-label="Snacks" className="max-md:basis-full">
              <ul className="flex items-center justify-between gap-x-1 max-md:-mx-1">
                {links.map(({ label, to }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="inline-flex min-h-11 items-center rounded-full px-1 text-sm whitespace-nowrap font-medium transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep sm:px-4 sm:text-base"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </Container>
      </div>
    </header>
  )
}
