import { useDeliveryTexts } from '../../data/shop/use-delivery-texts.ts'
import { useShopName } from '../../data/shop/use-face.ts'
import { usePaymentSummary } from '../../data/shop/use-payment-summary.ts'
import { capitalise, methodNames } from '../../texts/payment.ts'

const DELIVERY_LOOK = {
  tint: 'bg-butter',
  icon: 'M4 15h11l3-8h5m-5 0 4 13m-1 3a4 4 0 1 0 8 0 4 4 0 0 0-8 0ZM5 23a4 4 0 1 0 8 0 4 4 0 0 0-8 0Zm8 0h7m-8-13H5',
}

const SUPPORT = {
  title: '24/7 support',
  text: 'Day or night, someone answers.',
  tint: 'bg-mint',
  icon: 'M5 18v-2a11 11 0 0 1 22 0v2M5 18a2 2 0 0 1 2-2h2v8H7a2 2 0 0 1-2-2v-4Zm22 0a2 2 0 0 0-2-2h-2v8h2a2 2 0 0 0 2-2v-4Zm-2 6c0 3-3 4-7 4',
}

const PAYMENTS = {
  title: 'Secure payments',
  tint: 'bg-raspberry-tint',
  icon: 'M16 4 6 8v8c0 6 4 10 10 12 6-2 10-6 10-12V8L16 4Zm-4.5 11.5 3.5 3.5 6-6.5',
}

export function Benefits() {
  const delivery = useDeliveryTexts()?.benefit
  const methods = usePaymentSummary()?.methods ?? []
  const payments =
    methods.length > 0
      ? `${capitalise(methodNames(methods, 'or'))}.`
      : 'The ways to pay are shown at checkout.'
  const benefits = [
    ...(delivery ? [{ ...delivery, ...DELIVERY_LOOK }] : []),
    SUPPORT,
    { ...PAYMENTS, text: payments },
  ]
  return (
    <section
      aria-label={`Why ${useShopName()}`}
      className="rounded-[2rem] bg-paper-deep px-6 py-8 md:px-10 md:py-12"
    >
      <ul className="grid gap-8 md:grid-cols-3 md:gap-6">
        {benefits.map(({ title, text, tint, icon }) => (
          <li
            key={title}
            className="flex items-center gap-5 md:flex-col md:text-center lg:flex-row lg:text-left"
          >
            <span className={`grid size-16 shrink-0 place-items-center rounded-full lg:size-20 ${tint}`}>
              <svg
                viewBox="0 0 32 32"
                aria-hidden="true"
                className="size-8 fill-none stroke-ink lg:size-9"
                strokeWidth="1.8"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path d={icon} />
              </svg>
            </span>
            <div>
              <h2 className="font-display text-xl font-semibold lg:text-2xl">{title}</h2>
              <p className="mt-0.5 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
