import { Container } from '@nashta/ui/layout'
import { useUser } from '../../account/session/session-provider.tsx'
import { RateSnack } from './rate-snack.tsx'

type RatingOfGoneSnackProps = { id: string; token: string | undefined }

/** The author's own rating of a snack that is not sold any more, so that it can be erased. */
export default function RatingOfGoneSnack({ id, token }: RatingOfGoneSnackProps) {
  const isSignedIn = useUser() !== null
  return (
    <Container>
      <section aria-label="Your rating" className="mx-auto max-w-2xl pb-24">
        <RateSnack productId={id} token={token} isSignedIn={isSignedIn} isGone onChange={() => {}} />
      </section>
    </Container>
  )
}
