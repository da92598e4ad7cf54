import { checkWelcomeLink, createFirstAdministrator } from '@nashta/browser/session/first-administrator'
import { LinkPage } from '../features/new-account/link-page.tsx'
import { NewAccountForm } from '../features/new-account/new-account-form.tsx'
import { useDesk } from '../session/desk-session.tsx'
import { TEXT_LINK } from '../ui/controls.tsx'

const EMAIL_TAKEN = 'A shopper of this shop has this address. Please use another one for the desk.'

/**
 * Where the owner of a new shop makes the first account. The shop prints the link to this page when
 * it starts; its token stands behind the `#`.
 */
export default function Welcome() {
  const { accountClient } = useDesk().desk
  return (
    <LinkPage
      name="welcome link"
      check={async (token) => {
        await checkWelcomeLink(accountClient.callIdentity, token)
        return true
      }}
      ended={{
        title: 'This link no longer works',
        text: (
          <>
            It works once, for one hour, until the shop has its first account. If you have made that account,{' '}
            <a href="/desk/">sign in</a>. If not, start the shop again: it then shows a new link.
          </>
        ),
      }}
    >
      {({ token, onJoined }) => (
        <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
          <header className="grid gap-2">
            <p className="font-semibold text-raspberry">Welcome</p>
            <h1 className="text-3xl font-semibold tracking-tight">This shop is yours</h1>
            <p className="text-ink-soft">
              Make the first account of the desk, the place where you run your shop. You need two minutes and
              your phone.
            </p>
          </header>
          <NewAccountForm
            email={null}
            emailTaken={EMAIL_TAKEN}
            create={(operator) =>
              createFirstAdministrator(accountClient, { ...operator, welcomeToken: token })
            }
            onCreated={onJoined}
          />
          <p className="text-ink-soft">
            Made it already?{' '}
            <a href="/desk/" className={TEXT_LINK}>
              Sign in
            </a>
          </p>
        </main>
      )}
    </LinkPage>
  )
}
