import { AccountPage } from '../../features/account/forms/account-page.tsx'
import { UndoEmailChange } from '../../features/account/forms/undo-email-change.tsx'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/undo-email-change'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
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
