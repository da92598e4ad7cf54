import { LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'

/** A page with one message, such as an error, and a link home. */
export function MessagePage({ title, text }: { title: string; text: string }) {
  return (
    <Container>
      <div className="flex min-h-[60vh] flex-col items-center justify-center py-24 text-center">
        {/* A file instead of inline SVG, because every page loads the code of this component. */}
        <img src="/bitten-donut.svg" alt="" width="144" height="144" loading="lazy" />
        <h1 className="mt-8 font-display text-5xl font-semibold tracking-tight text-balance sm:text-6xl">
          {title}
        </h1>
        <p className="mt-4 mb-8 max-w-md text-lg text-ink-soft text-balance">{text}</p>
        <LinkButton to="/">Back to Home</LinkButton>
      </div>
    </Container>
  )
}
