import type { PaymentMethod } from '@nashta/contracts/constants'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { Icon, type IconName } from '@nashta/ui/icon'
import { Container } from '@nashta/ui/layout'
import { Link } from 'react-router'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'
import { useDeliveryTexts } from '../../data/shop/use-delivery-texts.ts'
import { useFace } from '../../data/shop/use-face.ts'
import { useMenus } from '../../data/shop/use-menus.ts'
import { SECURE_PAYMENTS, SUPPORT } from '../../texts/delivery.ts'
import type { Face } from '../../texts/face.ts'

export type FooterProps = {
  publicUrl: string
  /** Null when the shop's record could not be loaded. */
  shop: ShopIdentity | null
  /** The ways to pay that the shop offers. */
  methods: readonly PaymentMethod[]
}

export function Footer({ publicUrl, shop, methods }: FooterProps) {
  const deliveryPromise = useDeliveryTexts()?.promise ?? 'Delivery to your door'
  const face = useFace()
  return (
    <footer className="late-footer scalloped-top overflow-clip bg-cocoa text-paper">
      <Container>
        <div className="grid gap-x-10 gap-y-14 pt-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pt-32">
          <div>
            <p className="max-w-md font-display text-2xl leading-snug font-medium text-balance sm:text-3xl">
              {face?.isFirst ? 'Nashta is Hindi for a snack. So that is what we sell.' : face?.name}
            </p>
            <p className="mt-5 max-w-sm text-cocoa-soft">{face?.about}</p>
            <ul className="mt-6 space-y-1 text-cocoa-soft">
              {[deliveryPromise, SUPPORT, SECURE_PAYMENTS].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
          <div className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-3 [&_a]:inline-flex [&_a]:min-h-10 [&_a]:items-center [&_a]:text-cocoa-soft [&_a]:underline-offset-4 [&_a]:hover:text-paper [&_a]:hover:underline [&_a]:focus-visible:outline-paper">
            {useMenus().footer.map(({ title, links }) => (
              <nav key={title} aria-label={title}>
                <h2 className="font-semibold">{title}</h2>
                <ul className="mt-2">
                  {links.map(({ label, to }) => (
                    <li key={label + to}>
                      <Link to={to} discover="none">
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
          {face ? <ShareLinks publicUrl={publicUrl} face={face} /> : <span />}
          <WaysToPay methods={methods} />
        </div>
        {shop ? <Imprint shop={shop} /> : null}
        {face ? <LargeName name={face.name} /> : null}
      </Container>
    </footer>
  )
}

/** The size of the letters so that a name of this length fills the width of the page. */
const LETTER_SIZES = [
  { length: 6, size: 'text-[34cqw]' },
  { length: 9, size: 'text-[21cqw]' },
  { length: 14, size: 'text-[13.5cqw]' },
  { length: 22, size: 'text-[8.5cqw]' },
]

function LargeName({ name }: { name: string }) {
  const { size } = LETTER_SIZES.find(({ length }) => name.length <= length) ?? { size: 'text-[7cqw]' }
  return (
    <div aria-hidden="true" className="@container">
      <p
        className={`-mb-[0.075em] pt-14 text-center font-display leading-[0.86] font-semibold tracking-[-0.02em] text-balance text-raspberry-tint select-none ${size}`}
      >
        {name}
      </p>
    </div>
  )
}

/** The logos in the file `ways-to-pay.svg`, from left to right. */
const LOGOS: { name: string; method: PaymentMethod }[] = [
  { name: 'UPI', method: 'upi' },
  { name: 'Visa', method: 'card' },
  { name: 'Mastercard', method: 'card' },
  { name: 'RuPay', method: 'card' },
  { name: 'Net banking', method: 'netbanking' },
  { name: 'Cash on delivery', method: 'cod' },
]
const LOGO_WIDTH = 64
/** From the left edge of one logo to that of the next. */
const LOGO_STEP = 73

/** Each picture shows one logo of the file, which the browser fetches once. */
function WaysToPay({ methods }: { methods: readonly PaymentMethod[] }) {
  const logos = LOGOS.map(({ name, method }, index) => ({ name, method, left: index * LOGO_STEP })).filter(
    ({ method }) => methods.includes(method),
  )
  if (logos.length === 0) return null
  return (
    <ul aria-label="Ways to pay" className="grid w-full max-w-97 grid-cols-6 gap-2">
      {logos.map(({ name, left }) => (
        <li key={name}>
          <img
            src={`/ways-to-pay.svg#svgView(viewBox(${left},0,${LOGO_WIDTH},40))`}
            alt={name}
            width={LOGO_WIDTH}
            height="40"
            loading="lazy"
            className="w-full"
          />
        </li>
      ))}
    </ul>
  )
}

/** Who runs the shop, and under which licence. */
function Imprint({ shop: { legalName, fssai, isDemo } }: { shop: ShopIdentity }) {
  return (
    <p className="mt-8 text-cocoa-soft">
      {legalName} · FSSAI licence {fssai}
      {isDemo ? <strong className="block font-semibold text-paper">{DEMO_SHOP_NOTICE}</strong> : null}
    </p>
  )
}

/** Plain links: no script of these services is loaded. */
function ShareLinks({ publicUrl, face }: { publicUrl: string; face: Face }) {
  return (
    <div className="flex items-center gap-4">
      <h2 className="font-semibold">Tell a friend</h2>
      <ul className="flex gap-2">
        {shareLinksFor(publicUrl, face).map(({ name, icon, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Share ${face.name} by ${name}`}
              className="grid size-11 place-items-center rounded-full border-[1.5px] border-cocoa-soft/40 text-cocoa-soft transition-colors duration-200 hover:border-paper hover:bg-paper hover:text-cocoa focus-visible:outline-paper"
            >
              <Icon name={icon} className="size-5" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ShareLink = { name: string; icon: IconName; href: string }

function shareLinksFor(publicUrl: string, face: Face): ShareLink[] {
  const url = encodeURIComponent(publicUrl)
  const text = encodeURIComponent(face.shareText)
  return [
    { name: 'WhatsApp', icon: 'chat', href: `https://wa.me/?text=${text}%20${url}` },
    { name: 'Facebook', icon: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'X', icon: 'x', href: `https://x.com/intent/post?text=${text}&url=${url}` },
    {
      name: 'e-mail',
      icon: 'mail',
      href: `mailto:?subject=${encodeURIComponent(face.name)}&body=${text}%20${url}`,
    },
  ]
}
