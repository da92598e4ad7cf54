import { useState } from 'react'
import { Link } from 'react-router'
import { AccountHeading, AccountPage } from '../features/account/account-page.tsx'
import { ConfirmEmail, type Credentials } from '../features/account/confirm-email.tsx'
import { wayIn } from '../features/account/next-path.ts'
import { SignInForm } from '../features/account/sign-in-form.tsx'
import { TEXT_LINK } from '../features/account/text-link.ts'
import { useNextPath } from '../features/account/use-next-path.ts'
import { useWelcome } from '../features/account/use-welcome.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/signin'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Sign in | Nashta',
    description: 'Sign in to Nashta: your cart on every device, your orders and your details.',
    path: '/signin',
  })

export default function SignInRoute() {
  const welcome = useWelcome()
  const next = useNextPath()
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null)

  async function onConfirmed(credentials: Credentials) {
    await welcome(credentials)
    setUnconfirmed(null)
  }

  return (
    <AccountPage picture="laddoos">
      {unconfirmed ? (
        <ConfirmEmail
          credentials={unconfirmed}
          onConfirmed={onConfirmed}
          onCancel={() => setUnconfirmed(null)}
        />
      ) : (
        <>
          <AccountHeading title="Welcome back">
            New here?{' '}
            <Link to={wayIn('/signup', next)} className={TEXT_LINK}>
              Create an account
            </Link>
          </AccountHeading>
          <SignInForm onUnconfirmed={setUnconfirmed} />
        </>
      )}
    </AccountPage>
  )
}
