import { Button, LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'
import { useState } from 'react'
import { decideNewsletter, type Decided, type NewsletterDecision } from './decide-newsletter.ts'

export type DecisionPageProps = { decision: NewsletterDecision; title: string; text: string; button: string }

/** Where a link in a mail leads. Programs open such links too, so nothing is decided until somebody presses. */
export function DecisionPage({ decision, title, text, button }: DecisionPageProps) {
  const [busy, setBusy] = useState(false)
  const [decided, setDecided] = useState<Decided>()

  async function decide() {
    if (busy) return
    setBusy(true)
    // The page is the same for every token, so the server has not seen this one.
    const token = new URLSearchParams(window.location.search).get('token') ?? ''
    setDecided(await decideNewsletter(decision, token))
    setBusy(false)
  }

  return (
    <Container>
      <div className="mx-auto flex min-h-[60vh] max-w-xl flex-col items-center justify-center py-24 text-center">
        <h1 className="font-display text-5xl font-semibold tracking-tight text-balance outline-none sm:text-6xl">
          {title}
        </h1>
        <p className="mt-5 mb-8 text-lg text-ink-soft text-pretty">{text}</p>
        {decided?.ok ? (
          <LinkButton to="/collections/new-arrivals">See what is new</LinkButton>
        ) : (
          <Button onClick={() => void decide()}>{busy ? 'One moment...' : button}</Button>
        )}
        <noscript>
          <p className="mt-4">
            This button needs JavaScript. You can also answer the mail, and we do it for you.
          </p>
        </noscript>
        <output
          className={`mt-6 block min-h-7 text-lg font-medium ${decided?.ok ? 'text-pistachio' : 'text-raspberry-deep'}`}
        >
          {decided?.message}
        </output>
      </div>
    </Container>
  )
}
