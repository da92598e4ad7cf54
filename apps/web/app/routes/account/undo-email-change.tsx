import { AccountPage } from '../../features/account/forms/account-page.tsx'
import { UndoEmailChange } from '../../features/account/forms/undo-email-change.tsx'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Put your email back | Nashta',
  description: 'Undo a change of the email address of your Nashta account.',
  path: '/undo-email-change',
  noindex: true,
})

export default function UndoEmailChangeRoute() {
  return (
    <AccountPage picture="laddoos">
      <UndoEmailChange />
    </AccountPage>
  )
}
