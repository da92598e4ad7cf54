import { AccountPage } from '../../features/account/forms/account-page.tsx'
import { UndoEmailChange } from '../../features/account/forms/undo-email-change.tsx'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Put your email back',
  description: (shop) => `Undo a change of the email address of your ${shop} account.`,
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
