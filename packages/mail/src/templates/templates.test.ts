import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import { assertSafeSubject } from '../mail.ts'
import * as accountMails from './account-mails.ts'
import { layOutMail, type MailParts, type Sender, senderOf } from './layout.ts'
import * as newsletterMail from './newsletter-mail.ts'
import * as orderMails from './order-mails.ts'

/** Makes a template return the whole mail, of a store without a shop's record but with its name. */
const withLayout =
  <Data>(template: (data: Data, shop: Sender) => MailParts) =>
  (data: Data) =>
    layOutMail(template(data, senderOf(aShop())), senderOf(null))

const confirmationCode = withLayout(accountMails.confirmationCode)
const emailChanged = withLayout(accountMails.emailChanged)
const emailChangeUndone = withLayout(accountMails.emailChangeUndone)
const newAdmin = withLayout(accountMails.newAdmin)
const operatorLostRoles = withLayout(accountMails.operatorLostRoles)
const emailCode = withLayout(accountMails.emailCode)
const passwordChanged = withLayout(accountMails.passwordChanged)
const passwordResetCode = withLayout(accountMails.passwordResetCode)
const secondFactorOff = withLayout(accountMails.secondFactorOff)
const secondFactorOn = withLayout(accountMails.secondFactorOn)
const secondFactorReplaced = withLayout(accountMails.secondFactorReplaced)
const newsletterConfirm = withLayout(newsletterMail.newsletterConfirm)
const orderCancelled = withLayout(orderMails.orderCancelled)
const orderConfirmed = withLayout(orderMails.orderConfirmed)
const orderDelivered = withLayout(orderMails.orderDelivered)
const orderShipped = withLayout(orderMails.orderShipped)

/** Text that tries to become a script and a header of the mail. */
const HOSTILE = `<script>alert('x')</script>"&'\r\nBcc: ravi@example.com`
const store = { publicUrl: 'https://snacks.example' }
const orderLink = { orderUrl: 'https://snacks.example/orders/01jczzzzzzzzzzzzab12cd34secret' }
const newsletterTo = (name: string) =>
  newsletterConfirm({
    name,
    confirmUrl: 'https://snacks.example/confirm?token=a&b',
    unsubscribeUrl: 'https://snacks.example/unsubscribe?token=a',
  })

const hostilePurchase = aPurchase({
  items: [{ name: HOSTILE, imageUrl: HOSTILE, category: HOSTILE, quantity: 1, price: 1 }],
  paymentDetails: { method: 'upi', transactionId: HOSTILE },
  transactionId: HOSTILE,
  shippingAddress: {
    fullName: HOSTILE,
    addressLine1: HOSTILE,
    addressLine2: HOSTILE,
    city: HOSTILE,
    state: HOSTILE,
    pincode: HOSTILE,
    phoneNumber: HOSTILE,
  },
})

it('the mail of a confirmed order has all facts as plain text', () => {
  const { subject, text } = orderConfirmed({ purchase: aPurchase(), ...orderLink })

  expect(subject).toBe('Your Nashta order #AB12CD34 is confirmed')
  expect(text).toBe(`Thank you for your order!

We have your order #AB12CD34 of November 15, 2026 and are packing it. It should be with you by November 20, 2026.

3 × Motichoor Laddoo                         ₹178.20
2 × Gift Hamper                              ₹1,00,000
Delivery                                     FREE
Total                                        ₹1,00,178.20

Delivery address
Asha Rao
12 MG Road
Bengaluru, Karnataka 560001
9876543210

Payment
Card, transaction txn-1

See your order: https://snacks.example/orders/01jczzzzzzzzzzzzab12cd34secret

Order 01jczzzzzzzzzzzzab12cd34

You get this mail because order #AB12CD34 was placed with your e-mail address.
`)
})

it('the mail of an order with offers names them, and its rows add up to the total', () => {
  const discounts = [
    { name: 'Diwali', code: 'DIWALI', amount: 78.2 },
    { name: 'Free delivery', amount: 40, delivery: 40 },
  ]
  const { text, html } = orderConfirmed({
    purchase: aPurchase({ discounts, totalAmount: 1_00_100 }),
    ...orderLink,
  })
  expect(text).toContain(`Delivery                                     ₹40
Diwali (DIWALI)                              −₹78.20
Free delivery                                −₹40
Total                                        ₹1,00,100`)
  expect(html).toContain('−₹78.20')
})

it('the mail of a confirmed order has its facts as markup, with the delivery fee', () => {
  const { html } = orderConfirmed({ purchase: aPurchase({ shippingFee: 40 }), ...orderLink })

  for (const shown of [
    'Thank you for your order!',
    '#AB12CD34',
    'November 20, 2026',
    '3 × Motichoor Laddoo',
    '₹178.20',
    '₹40',
    '₹1,00,178.20',
    'Bengaluru, Karnataka 560001',
    'Card, transaction txn-1',
    'href="https://snacks.example/orders/01jczzzzzzzzzzzzab12cd34secret"',
  ])
    expect(html).toContain(shown)
})

it('the mail of a shipped order has the delivery date', () => {
  const { subject, text, html } = orderShipped({
    purchase: aPurchase({ orderStatus: 'SHIPPED' }),
    ...orderLink,
  })

  expect(subject).toBe('Your Nashta order #AB12CD34 is on its way')
  for (const part of [text, html]) expect(part).toContain('by November 20, 2026')
})

it('the mail of a delivered order has no date', () => {
  const { subject, text, html } = orderDelivered({
    purchase: aPurchase({ orderStatus: 'DELIVERED' }),
    ...orderLink,
  })

  expect(subject).toBe('Your Nashta order #AB12CD34 has arrived')
  for (const part of [text, html]) expect(part).not.toContain('November')
})

const at = '2026-11-16T03:00:00.000Z'
const aRefund = (refundId: string, amount: number) => ({
  refundId,
  state: 'requested',
  amount,
  requestedAt: at,
  updatedAt: at,
})

it.each([
  ['one refund', [aRefund('R1', 500)], 'R1', '₹500 goes back to you the way you paid.'],
  [
    'an earlier refund of a part',
    [aRefund('R1', 100), aRefund('R2', 400)],
    'R2',
    '₹400 goes back to you the way you paid.',
  ],
  [
    'an earlier refund of everything',
    [aRefund('R1', 500)],
    undefined,
    'What you paid goes back with your earlier refunds.',
  ],
])('the mail of a cancelled order with %s says what goes back', (_case, refunds, refundId, sentence) => {
  const purchase = aPurchase({ orderStatus: 'CANCELLED', refunds })
  const { text } = orderCancelled({ purchase, ...orderLink, ...(refundId && { refundId }) })

  expect(text).toContain(`Order #AB12CD34 is cancelled. ${sentence}\n`)
})

it.each([
  [
    'the shopper has reported',
    'upi',
    { state: 'claimed' },
    'You told us that you have paid. We still look for',
  ],
  ['was made with a scanned code', 'upi', { state: 'unpaid' }, 'We have seen no payment for it. If you have'],
  [
    'was made with a scanned code before the time was over',
    'upi',
    { state: 'unpaid', message: 'Too late.' },
    'Too late.\n',
  ],
  [
    'was made on the page of a provider',
    'card',
    { state: 'unpaid' },
    'We have seen no payment for it. If you',
  ],
])('the mail of a cancelled order does not deny a payment that %s', (_case, method, payment, sentence) => {
  const paymentDetails = { method, transactionId: '' }
  const purchase = aPurchase({ orderStatus: 'CANCELLED', payment, paymentDetails })
  const { text } = orderCancelled({ purchase, ...orderLink })

  expect(text).toContain(`Order #AB12CD34 is cancelled. ${sentence}`)
  expect(text).not.toContain('paid nothing')
})

it.each([
  ['was to be paid in cash', 'cod', { state: 'unpaid' }],
  ['was declined by the bank', 'card', { state: 'unpaid', message: 'Card declined.' }],
])('the mail of a cancelled order that %s says that nothing was paid', (_case, method, payment) => {
  const purchase = aPurchase({
    orderStatus: 'CANCELLED',
    payment,
    paymentDetails: { method, transactionId: '' },
  })
  expect(orderCancelled({ purchase, ...orderLink }).text).toContain('You have paid nothing')
})

it('the mail of a cancelled order says that a payment with an unknown outcome goes back if it arrives', () => {
  const purchase = aPurchase({ orderStatus: 'CANCELLED', payment: { state: 'checking' } })
  const { text } = orderCancelled({ purchase, ...orderLink })

  expect(text).toContain('is cancelled. If your payment still arrives, it goes back to you by itself.\n')
})

it('the newsletter mail has a link to confirm and, after it, a link to unsubscribe', () => {
  const { text, html } = newsletterTo('Asha')

  expect(text).toContain('https://snacks.example/confirm?token=a&b\n')
  expect(html).toContain('href="https://snacks.example/confirm?token=a&amp;b"')
  for (const part of [text, html])
    expect(part.lastIndexOf('/unsubscribe')).toBeGreaterThan(part.lastIndexOf('/confirm'))
})

it.each(['Asha', "Ravi D'Souza", 'आशा राव', 'Anne-Marie'])('the newsletter mail greets %s', (name) => {
  expect(newsletterTo(name).text).toContain(`Hello ${name}, `)
})

const TOO_LONG_NAME = 'x'.repeat(41)

it.each(['Win big at evil.example', 'https://evil.example', 'Call 9876543210 now', TOO_LONG_NAME, HOSTILE])(
  'the newsletter mail does not repeat a name that may be an advertisement: %s',
  (name) => {
    const { text, html } = newsletterTo(name)

    for (const part of [text, html]) {
      expect(part).toContain('Hello, one more step')
      expect(part).not.toContain(name)
    }
  },
)

const token = 'AAAAAAAAAAAAAAAAAAAAAA'
const CODE_FONT_SIZE = '36px'
const resetData = { code: '012345', email: 'asha+snacks@example.in', token, ...store }

it.each([
  ['012345 is your Nashta confirmation code', confirmationCode({ code: '012345' }), '24 hours'],
  ['012345 is your Nashta password reset code', passwordResetCode(resetData), '10 minutes'],
  ['012345 is your Nashta verification code', emailCode({ code: '012345' }), '10 minutes'],
])(
  'the mail "%s" has the code large and on a line of its own, and its lifetime',
  (subject, content, lifetime) => {
    expect(content.subject).toBe(subject)
    expect(content.text).toContain('\n\n012345\n\n')
    expect(content.html).toMatch(new RegExp(`${CODE_FONT_SIZE}[^>]*>012345<`))
    expect(content.text).toContain(`The code works for ${lifetime}.`)
  },
)

it.each([
  [
    'the reset mail',
    passwordResetCode(resetData),
    `/forgot-password#email=asha%2Bsnacks%40example.in&token=${token}`,
  ],
  ['the mail about a new password', passwordChanged(store), '/signin'],
  ['the mail about a new second factor', secondFactorOn(store), '/signin'],
  ['the mail about a replaced second factor', secondFactorReplaced(store), '/signin'],
  ['the mail about a removed second factor', secondFactorOff(store), '/signin'],
  [
    'the mail to the old e-mail address',
    emailChanged({ ...store, token }),
    `/undo-email-change#token=${token}`,
  ],
  ['the mail about an undone change', emailChangeUndone({ ...store, lostRoles: true }), '/signin'],
  [
    'the mail about an operator without roles',
    operatorLostRoles({ ...store, email: 'asha@example.in', refused: 'thief@example.in' }),
    '/desk/staff',
  ],
  ['the mail about a new administrator', newAdmin({ ...store, email: 'asha@example.in' }), '/desk/staff'],
])('%s has its link as plain text and as markup', (_mail, content, path) => {
  expect(content.text).toContain(`https://snacks.example${path}`)
  expect(content.html).toContain(`href="https://snacks.example${path.replaceAll('&', '&amp;')}"`)
})

it("a mail has the shop's name, address, customer care and licence", () => {
  const shop = aShop({ tradeName: 'Asha & Sons' })
  const parts = orderMails.orderConfirmed({ purchase: aPurchase(), ...orderLink }, senderOf(shop))
  const { senderName, text, html } = layOutMail(parts, senderOf(shop))

  expect(senderName).toBe('Asha & Sons')
  expect(text).toMatch(
    /\n\nAsha & Sons\nAsha Foods Private Limited, 12 MG Road, Kochi 682001, Kerala\nCustomer care: care@snacks\.example, \+914842345678\nFSSAI licence 11223344556677, GSTIN 32AQGPT3408B1ZA\n$/,
  )
  for (const shown of [
    'Asha &amp; Sons',
    '12 MG Road, Kochi 682001',
    'care@snacks.example',
    '11223344556677',
  ])
    expect(html).toContain(shown)
  for (const part of [text, html]) expect(part).not.toContain('Demo shop')
})

it('a mail of a demo shop says that the shop is not a real business', () => {
  const shop = aShop({ isDemo: true })
  const parts = accountMails.confirmationCode({ code: '012345' }, senderOf(shop))
  const { text, html } = layOutMail(parts, senderOf(shop))
  for (const part of [text, html]) expect(part).toContain('Demo shop: this is not a real business')
})

it.each([
  ['order confirmed', orderConfirmed({ purchase: hostilePurchase, ...orderLink })],
  ['order shipped', orderShipped({ purchase: hostilePurchase, ...orderLink })],
  ['order delivered', orderDelivered({ purchase: hostilePurchase, ...orderLink })],
  ['newsletter', newsletterTo(HOSTILE)],
])('typed text becomes no markup, no line and no header in the mail "%s"', (_case, content) => {
  expect(content.html).not.toMatch(/<script|alert\('/)
  expect(content.text).not.toMatch(/^Bcc:/m)
  expect(() => assertSafeSubject(content.subject)).not.toThrow()
})

it.each([
  ['order confirmed', orderConfirmed({ purchase: aPurchase(), ...orderLink })],
  ['newsletter', newsletterTo('Asha')],
  ['confirmation code', confirmationCode({ code: '012345' })],
  ['password changed', passwordChanged(store)],
])('the mail "%s" is 600 pixels wide, without pictures, style sheet and script', (_case, { html }) => {
  expect(html).not.toMatch(/<(?:img|link|style|script)\b|url\(/)
  expect(html).toContain('width="600"')
})

it('no mail names a shop that the store does not know, nor the first name of the store', () => {
  const unknown = senderOf(null)
  const parts = [
    accountMails.confirmationCode({ code: '012345' }, unknown),
    accountMails.newAdmin({ ...store, email: 'asha@example.in' }, unknown),
    accountMails.operatorLostRoles({ ...store, email: 'a@example.in', refused: 'b@example.in' }, unknown),
    orderMails.orderConfirmed({ purchase: aPurchase(), ...orderLink }, unknown),
  ].map((each) => layOutMail(each, unknown))
  expect(parts.map(({ subject }) => subject)).toEqual([
    '012345 is your confirmation code',
    'The shop has a new administrator',
    'An operator of the shop lost all roles',
    'Your order #AB12CD34 is confirmed',
  ])
  expect(JSON.stringify(parts)).not.toMatch(/nashta/i)
})

it('buttons of a mail have the colour of the shop', () => {
  const shop = aShop({ colours: 'leaf' })
  const { html } = layOutMail(accountMails.passwordChanged(store, senderOf(shop)), senderOf(shop))
  expect(html).toContain('background:#2f6b2f')
  expect(html).not.toContain('#b3174d')
})
