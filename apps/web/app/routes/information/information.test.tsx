// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, it } from 'vitest'
import type { PaymentSummary } from '../../data/shop/use-payment-summary.ts'
import { Footer } from '../../features/layout/footer.tsx'
import PrivacyRoute from './privacy.tsx'
import TermsRoute from './terms.tsx'

function render(Component: () => React.ReactNode, root: object) {
  const Page = createRoutesStub([{ id: 'root', Component: Outlet, children: [{ path: '/', Component }] }])
  return renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root } }} />).replaceAll(
    '<!-- -->',
    '',
  )
}

it.each([
  [true, 'buy with or without an account'],
  [false, 'to buy you need an account'],
])('with GUEST_CHECKOUT=%s the terms say: %s', (guestCheckout, text) => {
  expect(render(TermsRoute, { guestCheckout })).toContain(text)
})

it.each<[Partial<PaymentSummary>, string]>([
  [
    { methods: ['card', 'upi', 'netbanking', 'cod'] },
    'pay by card, UPI, net banking or in cash when it comes.',
  ],
  [{ methods: ['upi'] }, 'You can pay by UPI.'],
  [{ methods: ['cod'] }, 'You can pay in cash when it comes.'],
  [{ methods: [], takesOrders: false, closedText: 'This shop is not open yet' }, 'This shop is not open yet'],
])('with the offer %o the terms say: %s', (offer, text) => {
  expect(
    render(TermsRoute, { payments: { takesOrders: true, closedText: null, providers: [], ...offer } }),
  ).toContain(text)
})

it('the privacy page names the processors that there are, and no other', () => {
  const payments = { takesOrders: true, methods: ['upi', 'cod'], providers: ['upi'] }
  const withUpi = render(PrivacyRoute, { payments })
  expect(withUpi).toContain('from your own app to our UPI id')
  expect(withUpi).not.toMatch(/Razorpay|CVV/)
  expect(render(PrivacyRoute, { payments: { ...payments, providers: ['razorpay'] } })).toContain(
    'at Razorpay',
  )
})

it('the privacy page tells of notes, tags, cash, joins, recalls and votes, and how long they stay', () => {
  const html = render(PrivacyRoute, { payments: { takesOrders: true, methods: [], providers: [] } })
  for (const text of [
    'What we note about you',
    'words by which we find your',
    'stop taking',
    'as one customer',
    'If a batch is recalled',
    'sixty days',
    'have found helpful',
    'ninety',
  ])
    expect(html).toContain(text)
})

/** The names of the logos in the footer. */
function logosOf(methods: PaymentSummary['methods']) {
  const html = render(() => <Footer publicUrl="https://snacks.example" shop={null} methods={methods} />, {})
  return Array.from(html.matchAll(/<img[^>]*ways-to-pay[^>]*alt="([^"]+)"/g), ([, name]) => name)
}

it('the footer shows the logos of the ways to pay that there are, and no other', () => {
  expect(logosOf(['card', 'upi', 'netbanking', 'cod'])).toEqual([
    'UPI',
    'Visa',
    'Mastercard',
    'RuPay',
    'Net banking',
    'Cash on delivery',
  ])
  expect(logosOf(['upi', 'cod'])).toEqual(['UPI', 'Cash on delivery'])
})
