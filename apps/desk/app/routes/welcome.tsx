import { checkWelcomeLink, createFirstAdministrator } from '@nashta/browser/session/first-administrator'
import { useState } from 'react'
import { NewAccountForm } from '../features/new-account/new-account-form.tsx'
import { RecoveryStep } from '../features/new-account/recovery-step.tsx'
import { useLinkCheck } from '../features/new-account/use-link-check.ts'
import { useOpenDesk } from '../features/new-account/use-open-desk.ts'
import { useDesk } from '../session/desk-session.tsx'
import { TEXT_LINK } from '../ui/controls.tsx'
import { Message } from '../ui/message.tsx'

const EMAIL_TAKEN = 'A shopper of this shop has this address. Please use another one for the desk.'

/**
 * Where the owner of a new shop makes the first account. The shop prints the link to this page when
 * it starts; its token stands behind the `#`.
 */
export default function Welcome() {
  const { accountClient } = useDesk().desk
  const { token, link } = useLinkCheck('welcome link', async (welcomeToken) => {
    await checkWelcomeLink(accountClient.callIdentity, welcomeToken)
    return true
  })
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const openDesk = useOpenDesk()

  if (recoveryCodes) return <RecoveryStep codes={recoveryCodes} onDone={openDesk} />
  if (link.isError)
    return (
      <Message title="The shop cannot be reached">
        Please open the link again in a moment. <a href="/desk/">To the desk</a>
      </Message>
    )
  if (link.isPending) return <Message title="The desk is loading" />
  if (!link.data)
    return (
      <Message title="This link no longer works">
        It works once, for one hour, until the shop has its first account. If you have made that account,{' '}
        <a href="/desk/">sign in</a>. If not, start the shop again: it then shows a new link.
      </Message>
    )
  return (
    <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
      <header className="grid gap-2">
        <p className="font-semibold text-raspberry">Welcome</p>
        <h1 className="text-3xl font-semibold tracking-tight">This shop is yours</h1>
        <p className="text-ink-soft">
          Make the first account of the desk, the place where you run your shop. You need two minutes and your
          phone.
        </p>
      </header>
      <NewAccountForm
        email={null}
        emailTaken={EMAIL_TAKEN}
        create={(operator) => createFirstAdministrator(accountClient, { ...operator, welcomeToken: token })}
        onCreated={setRecoveryCodes}
      />
      <p className="text-ink-soft">
        Made it already?{' '}
        <a href="/desk/" className={TEXT_LINK}>
          Sign in
        </a>
      </p>
    </main>
  )
}
