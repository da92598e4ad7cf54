import { FREE_DELIVERY } from '@nashta/contracts/texts/delivery'
import { Link } from 'react-router'
import { Container } from '../../ui/container.tsx'
import type { NavLink } from './header.tsx'

export function Footer({ links }: { links: NavLink[] }) {
  return (
    <footer className="scalloped-top overflow-clip bg-cocoa text-paper">
      <Container>
        <div className="grid gap-x-16 gap-y-12 pt-24 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] lg:pt-32">
          <div>
            <p className="max-w-md font-display text-2xl leading-snug font-medium text-balance sm:text-3xl">
              Nashta is Hindi for a snack. So that is what we sell.
            </p>
            <p className="mt-5 max-w-sm text-cocoa-soft">
              Donuts, chips, chocolates, nuts and treats, all priced in rupees.
            </p>
          </div>
          <nav aria-labelledby="footer-counter">
            <h2 id="footer-counter" className="font-semibold">
              On the counter
            </h2>
            <ul className="mt-3">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-10 items-center text-cocoa-soft underline-offset-4 hover:text-paper hover:underline focus-visible:outline-paper"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2 className="font-semibold">Good to know</h2>
            <ul className="mt-5 space-y-4 text-cocoa-soft">
              <li>{FREE_DELIVERY}</li>
              <li>24/7 support</li>
              <li>Secure payments</li>
            </ul>
          </div>
        </div>
        <div aria-hidden="true" className="@container">
          <p className="-mb-[0.075em] pt-16 text-center font-display text-[34cqw] leading-[0.86] font-semibold tracking-[-0.02em] text-raspberry-tint select-none">
            Nashta
          </p>
        </div>
      </Container>
    </footer>
  )
}
