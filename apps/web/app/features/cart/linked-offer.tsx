import { describeOfferTerms } from '@nashta/contracts/offers/offer-texts'
import { normaliseCode } from '@nashta/contracts/pricing/offer'
import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { useEffect, useState } from 'react'
import { priceTerms, useKnownPriceTerms } from '../../data/shop/price-terms.ts'

/** Puts the code of a link into the cart, and says so. A default export for `lazy`. */
export default function LinkedOffer({ search }: { search: string }) {
  const linked = new URLSearchParams(search).get('offer') ?? ''
  const [isClosed, setClosed] = useState(false)
  const { code, terms, problem } = useKnownPriceTerms()
  useEffect(() => {
    if (linked !== '') void priceTerms.chooseCode(linked)
  }, [linked])
  const offer = terms?.offers.find((each) => each.code === normaliseCode(linked))

  function noticeText() {
    if (problem !== '') return problem
    if (!offer || code !== offer.code) return null
    if (offer.refusal !== undefined) return `${code}: ${offer.refusal}.`
    return `The code ${code} is in your cart: ${offer.name}, ${describeOfferTerms(offer.terms)}.`
  }

  const text = noticeText()
  const isShown = !isClosed && text !== null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 md:bottom-4 print:hidden">
      <output>
        {isShown ? (
          <span className="pointer-events-auto flex items-center gap-2 rounded-3xl bg-cocoa py-1 pr-1 pl-5 text-[0.9375rem] font-medium text-pretty text-paper shadow-lg">
            {text}
            <button type="button" aria-label="Close" onClick={() => setClosed(true)} className={ICON_BUTTON}>
              <Icon name="close" />
            </button>
          </span>
        ) : null}
      </output>
    </div>
  )
}
