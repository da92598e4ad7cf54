import { LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'

/** A page with one message, such as an error, and a link home. */
export function MessagePage({ title, text }: { title: string; text: string }) {
  return (
    <Container>
      <div className="flex min-h-[60vh] flex-col items-center justify-center py-24 text-center">
        <svg viewBox="0 0 120 120" aria-hidden="true" className="size-36">
          <circle cx="60" cy="60" r="56" className="fill-butter" />
          <path
            className="fill-raspberry"
            fillRule="evenodd"
            d="M60 22c21 0 38 17 38 38 0 5-1 10-3 14-3-4-7-5-10-3-4 2-4 7-1 11-3 0-6 3-6 7 0 3 1 4 2 5-6 3-13 4-20 4-21 0-38-17-38-38s17-38 38-38Zm0 25a13 13 0 1 0 0 26 13 13 0 0 0 0-26Z"
          />
          <path
            className="fill-none stroke-paper"
            strokeWidth="4"
            strokeLinecap="round"
            d="m38 44 5 4m11-17 6-1m21 13 3 5M33 66l6-2m6 17 4-4m15 6 5 3"
          />
          <path className="fill-cocoa" d="M90 86h4v4h-4zm8-6h3v3h-3zm-1 12h3v3h-3z" />
        </svg>
        <h1 className="mt-8 font-display text-5xl font-semibold tracking-tight text-balance sm:text-6xl">
          {title}
        </h1>
        <p className="mt-4 mb-8 max-w-md text-lg text-ink-soft text-balance">{text}</p>
        <LinkButton to="/">Back to Home</LinkButton>
      </div>
    </Container>
  )
}
