import { useCall } from '@nashta/browser/forms/use-call'
import { isFinalRefusal, isShopError } from '@nashta/contracts/api/shop-error'
import { LINK_INVALID } from '@nashta/contracts/newsletter/mailed-link'
import type { confirmNewsletter, unsubscribeNewsletter } from '@nashta/contracts/newsletter/newsletter'
import type { confirmStockAlert, stopStockAlert } from '@nashta/contracts/stock-alerts/stock-alerts'
import { Button, LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'
import { useState } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'

export type MailedLinkPageProps = {
  /** The call that the button makes. */
  endpoint:
    | typeof confirmNewsletter
    | typeof unsubscribeNewsletter
    | typeof confirmStockAlert
    | typeof stopStockAlert
  title: string
  text: string
  button: string
}

/**
 * The page that a link in a mail opens. Mail programs open such links too, so only a click on the
 * button takes effect.
 */
export function MailedLinkPage({ endpoint, title, text, button }: MailedLinkPageProps) {
  const [message, setMessage] = useState('')
  const { run, isBusy, failure } = useCall(
    async () => {
      // The server renders one page for all tokens, so the token is read in the browser.
      const token = new URLSearchParams(window.location.search).get('token') ?? ''
      setMessage((await fetchShop(endpoint, { query: { token } })).data.message)
    },
    (error) => (isFinalRefusal(error) || !isShopError(error) ? LINK_INVALID : error.message),
  )

  return (
    <Container>
      <div className="mx-auto flex min-h-[60vh] max-w-xl flex-col items-center justify-center py-24 text-center">
        <h1 className="font-display text-5xl font-semibold tracking-tight text-balance outline-none sm:text-6xl">
          {title}
        </h1>
        <p className="mt-5 mb-8 text-lg text-ink-soft text-pretty">{text}</p>
        {message ? (
          <LinkButton to="/collections/new-arrivals">See what is new</LinkButton>
        ) : (
          <Button onClick={() => void run()}>{isBusy ? 'One moment...' : button}</Button>
        )}
        <noscript>
          <p className="mt-4">
            This button needs JavaScript. You can also write to customer care, and we do it for you.
          </p>
        </noscript>
        <output
          className={`mt-6 block min-h-7 text-lg font-medium ${message ? 'text-pistachio' : 'text-danger-deep'}`}
        >
          {message || failure}
        </output>
      </div>
    </Container>
  )
}
