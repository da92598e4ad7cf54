import { Container } from '@nashta/ui/layout'
import { RateSnack } from './rate-snack.tsx'

export type RatingOfGoneSnackProps = { id: string; token: string | undefined; isSignedIn: boolean }

/** The author's own rating of a snack that is not sold any more, so that it can be erased. */
export default function RatingOfGoneSnack({ id, token, isSignedIn }: RatingOfGoneSnackProps) {
  return (
    <Container>
      <section aria-label="Your rating" className="mx-auto max-w-2xl pb-24">
        <RateSnack productId={id} token={token} isSignedIn={isSignedIn} isGone onChange={() => {}} />
      </section>
    </Container>
  )
}
