import { Container } from '@nashta/ui/layout'
import { Link } from 'react-router'
import { FREE_DELIVERY, SECURE_PAYMENTS, SUPPORT } from '../../texts/delivery.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { ShareLinks } from './share-links.tsx'

const COLUMNS = [
  {
    title: 'Company',
    links: [
      { label: 'About us', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
    ],
  },
  {
    title: 'Customer service',
    links: [
      { label: 'Shipping', to: '/shipping' },
      { label: 'Returns', to: '/returns' },
      { label: 'Purchase History', to: '/purchase-history' },
      { label: 'Your profile', to: '/profile' },
    ],
  },
  {
    title: 'Shop',
    links: [
      { label: 'All Products', to: '/collections/allproducts' },
      { label: 'Best Sellers', to: '/collections/best-sellers' },
      { label: 'New Arrivals', to: '/collections/new-arrivals' },
      { label: 'Suggested For You', to: '/collections/suggested' },
      // The specification demands Shoes and Sandals, although the store sells snacks.
      { label: 'Shoes', to: '/collections/shoes' },
      { label: 'Sandals', to: '/collections/sandals' },
    ],
  },
]

export function Footer({ publicUrl }: { publicUrl: string }) {
  return (
    <footer className="scalloped-top overflow-clip bg-cocoa text-paper">
      <Container>
        <div className="grid gap-x-10 gap-y-14 pt-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pt-32">
          <div>
            <p className="max-w-md font-display text-2xl leading-snug font-medium text-balance sm:text-3xl">
              Nashta is Hindi for a snack. So that is what we sell.
            </p>
            <p className="mt-5 max-w-sm text-cocoa-soft">
              Donuts, chips, chocolates, nuts and treats, all priced in rupees.
            </p>
            <ul className="mt-6 space-y-1 text-cocoa-soft">
              {[FREE_DELIVERY, SUPPORT, SECURE_PAYMENTS].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
          <div className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-3">
            {COLUMNS.map(({ title, links }) => (
              <nav key={title} aria-label={title}>
                <h2 className="font-semibold">{title}</h2>
                <ul className="mt-2">
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
            ))}
          </div>
        </div>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-x-10 gap-y-8 border-t border-cocoa-soft/25 pt-8">
          <ShareLinks publicUrl={publicUrl} />
          <PaymentMarks />
        </div>
        <div aria-hidden="true" className="@container">
          <p className="-mb-[0.075em] pt-14 text-center font-display text-[34cqw] leading-[0.86] font-semibold tracking-[-0.02em] text-raspberry-tint select-none">
            Nashta
          </p>
        </div>
      </Container>
    </footer>
  )
}
