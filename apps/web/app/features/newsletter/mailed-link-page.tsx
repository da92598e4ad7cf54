import { useCall } from '@nashta/browser/forms/use-call'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { Button, LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'
import { useState } from 'react'
import { loadAwaited } from '../../data/late/awaited-parts.tsx'
import type { MailedLinkId } from './open-mailed-link.ts'

export type MailedLinkPageProps = {
  id: MailedLinkId
  title: string
  text: string
  button: string
}

/**
 * The page that a link in a mail opens. Mail programs open such links too, so only a click on the
 * button takes effect.
 */
export function MailedLinkPage({ id, title, text, button }: MailedLinkPageProps) {
  const [message, setMessage] = useState('')
  const { run, isBusy, failure } = useCall(async () => {
    // The server renders one page for all tokens, so the token is read in the browser.
    const token = new URLSearchParams(window.location.search).get('token') ?? ''
    const { openMailedLink } = await loadAwaited(() => import('./open-mailed-link.ts'))
    setMessage(await openMailedLink(id, token))
  }, STORE_UNREACHABLE)

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
