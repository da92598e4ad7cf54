import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { Container } from '@nashta/ui/layout'
import type { ReactNode } from 'react'
import { useShop } from './with-shop.tsx'

export type TextPageProps = {
  title: string
  lead: string
  /** On legal pages: the date of this version. */
  versionText?: string
  children: ReactNode
}

/**
 * A page of text about the shop, such as its terms. In a demo shop the page says that nothing is
 * sold or delivered.
 */
export function TextPage({ title, lead, versionText, children }: TextPageProps) {
  const shop = useShop()
  return (
    <Container>
      <article className="mx-auto max-w-3xl pt-10 pb-24 lg:pt-20 lg:pb-36">
        <header>
          <h1 className="font-display text-5xl leading-none font-semibold tracking-tight text-balance outline-none sm:text-6xl lg:text-7xl">
            {title}
          </h1>
          <p className="mt-6 font-display text-xl leading-snug text-pretty sm:text-2xl">{lead}</p>
          {shop?.isDemo ? (
            <p className="mt-6 rounded-2xl bg-butter px-5 py-3 font-semibold">{DEMO_SHOP_NOTICE}</p>
          ) : null}
          {versionText ? <p className="mt-4 text-ink-soft">{versionText}</p> : null}
        </header>
        <div className="prose mt-12">{children}</div>
      </article>
    </Container>
  )
}
