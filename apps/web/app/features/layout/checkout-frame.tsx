import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { Container } from '@nashta/ui/layout'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'
import { Brand } from './header.tsx'
import { useShop } from './with-shop.tsx'

const HELP_ID = 'checkout-help'

const TERMS = [
  { label: 'Shipping', to: '/shipping' },
  { label: 'Returns', to: '/returns' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms' },
]

/** The checkout's header has no links to other pages, so that nothing leads away from the order. */
export function CheckoutHeader() {
  return (
    <header className="border-b border-line bg-paper">
      <Container>
        <div className="flex min-h-16 flex-wrap items-center gap-x-3 sm:gap-x-6 lg:min-h-18">
          <p className="mr-auto inline-flex min-w-0 items-center gap-2 font-display text-[min(1.75rem,8vw)] font-bold tracking-tight lg:text-3xl">
            <Brand />
          </p>
          <p className="inline-flex items-center gap-1.5 font-medium text-pistachio max-sm:text-sm">
            <LockIcon />
            Secure checkout
          </p>
          <a
            href={`#${HELP_ID}`}
            className="inline-flex min-h-11 items-center rounded-lg font-medium underline underline-offset-4 hover:text-raspberry-deep max-sm:text-sm"
          >
            Help
          </a>
        </div>
      </Container>
    </header>
  )
}

/** Customer care and the terms. The terms open in a new tab, so that the checkout stays open. */
export function CheckoutFooter() {
  const shop = useShop()
  return (
    <footer className="border-t border-line bg-paper-deep">
      <Container>
        <div className="flex flex-wrap justify-between gap-x-12 gap-y-6 py-8">
          <section id={HELP_ID} aria-labelledby="checkout-help-title" className="scroll-mt-6">
            <h2 id="checkout-help-title" className="font-display text-xl font-semibold">
              Need help with your order?
            </h2>
            {shop ? (
              <CustomerCare shop={shop} />
            ) : (
              <p className="mt-1">Please write to us after your order.</p>
            )}
          </section>
          <div className="text-[0.9375rem]">
            <ul aria-label="Terms of your purchase" className="flex flex-wrap gap-x-5">
              {TERMS.map(({ label, to }) => (
                <li key={to}>
                  <a
                    href={to}
                    target="_blank"
                    rel="noopener"
                    className="inline-flex min-h-10 items-center text-ink-soft underline underline-offset-4 hover:text-ink"
                  >
                    {label}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
            {shop ? (
              <p className="text-ink-soft">
                {shop.legalName} · FSSAI licence {shop.fssai}
                {shop.isDemo ? (
                  <strong className="block font-semibold text-ink">{DEMO_SHOP_NOTICE}</strong>
                ) : null}
              </p>
            ) : null}
          </div>
        </div>
      </Container>
    </footer>
  )
}

function CustomerCare({ shop: { phone, email } }: { shop: ShopIdentity }) {
  return (
    <p className="mt-1">
      Call{' '}
      <a href={`tel:${phone}`} className="font-semibold underline underline-offset-4">
        {phone}
      </a>{' '}
      or write to{' '}
      <a href={`mailto:${email}`} className="font-semibold underline underline-offset-4">
        {email}
      </a>
      .
    </p>
  )
}

function LockIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5 fill-none stroke-current"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M6.5 10.5h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Zm1.7 0V8a3.8 3.8 0 0 1 7.6 0v2.5M12 14v2.2" />
    </svg>
  )
}
