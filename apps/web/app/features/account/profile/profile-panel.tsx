import { messageOf } from '@nashta/browser/identity/account-error'
import type { Profile } from '@nashta/browser/session/profile'
import type { CurrentUser } from '@nashta/browser/session/session-store'
import { Alert } from '@nashta/ui/alert'
import { Button } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { readDraft } from '../../../data/storage/form-drafts.ts'
import { PUSH_TITLE } from '../../../texts/orders.ts'
import {
  ACCOUNT_ACTIVE,
  fullName,
  LOAD_PROFILE_FAILED,
  NOT_PROVIDED,
  PASSWORD_CHANGED,
  PROFILE_UPDATED,
} from '../account-texts.ts'
import { fetchOwnProfile } from '../profile.ts'
import { ChangeEmail } from '../security/change-email.tsx'
import { SecuritySections } from '../security/security-sections.tsx'
import { EMAIL_CHANGED } from '../security/security-texts.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { profileDraftName, UpdateProfileForm } from './update-profile-form.tsx'

export type ProfilePanelProps = {
  user: CurrentUser
  /** The address book. */
  addresses: ReactNode
  /** The switch for push messages. */
  push: ReactNode
}

type OpenForm = 'none' | 'profile' | 'email' | 'password'

export function ProfilePanel({ user, addresses, push }: ProfilePanelProps) {
  const { profile, error, refetch, setProfile } = useProfile(user.sub)
  const navigate = useNavigate()
  // There is a draft if the shopper left the page or the session expired before a save.
  const hasDraft = readDraft(profileDraftName(user.sub)) !== undefined
  const [openForm, setOpenForm] = useState<OpenForm>(hasDraft ? 'profile' : 'none')

  function close() {
    setOpenForm('none')
  }

  function closeWithMessage(message: string) {
    close()
    void navigate('/profile', { replace: true, state: { message } })
  }

  function showUpdated(updated: Profile, message: string) {
    setProfile(updated)
    closeWithMessage(message)
  }

  function refetchAndShow(message: string) {
    void refetch()
    closeWithMessage(message)
  }

  if (!profile && error) {
    return (
      <div className="grid justify-items-start gap-5">
        <Alert>{messageOf(error, LOAD_PROFILE_FAILED)}</Alert>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    )
  }
  if (!profile) return <Spinner label="Loading profile..." />
  if (openForm === 'profile') {
    return (
      <UpdateProfileForm
        profile={profile}
        onUpdated={(updated) => showUpdated(updated, PROFILE_UPDATED)}
        onCancel={close}
      />
    )
  }
  if (openForm === 'email') {
    return (
      <ChangeEmail
        email={profile.email}
        onChanged={(updated) => showUpdated(updated, EMAIL_CHANGED)}
        onCancel={close}
      />
    )
  }
  if (openForm === 'password') {
    return (
      <ChangePasswordForm
        email={profile.email}
        onChanged={() => closeWithMessage(PASSWORD_CHANGED)}
        onCancel={close}
      />
    )
  }
  return (
    <>
      <ProfileDetails profile={profile} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => setOpenForm('profile')}>Update Profile</Button>
        <Button look="outline" onClick={() => setOpenForm('password')}>
          Change Password
        </Button>
        <Button look="outline" onClick={() => setOpenForm('email')}>
          Change Email
        </Button>
      </div>
      <div className="mt-10 border-t border-line pt-10">{addresses}</div>
      <section aria-label={PUSH_TITLE} className="mt-10 grid gap-4 border-t border-line pt-8">
        <h2 className="font-display text-2xl font-semibold tracking-tight">{PUSH_TITLE}</h2>
        {push}
      </section>
      <SecuritySections profile={profile} onChanged={refetchAndShow} />
    </>
  )
}

function useProfile(sub: string) {
  const accountClient = useAccountClient()
  const client = useQueryClient()
  const queryKey = ['profile', sub]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => fetchOwnProfile(accountClient),
    // Personal data is dropped as soon as it is no longer shown.
    gcTime: 0,
  })
  return {
    profile: data,
    error,
    refetch,
    setProfile: (profile: Profile) => client.setQueryData(queryKey, profile),
  }
}

function ProfileDetails({ profile }: { profile: Profile }) {
  const { email, phoneNumber, sub } = profile
  return (
    <dl className="divide-y divide-line">
      <Detail name="Display name">{fullName(profile) || NOT_PROVIDED}</Detail>
      <Detail name="Email">{email}</Detail>
      <Detail name="Phone number">{phoneNumber || NOT_PROVIDED}</Detail>
      <Detail name="Account status">
        {/* The user pool replies only for accounts that are confirmed and enabled. */}
        <span className="inline-block rounded-full bg-pistachio-tint px-3 py-1 text-[0.9375rem] font-semibold text-pistachio">
          {ACCOUNT_ACTIVE}
        </span>
      </Detail>
      <Detail name="User ID">{sub}</Detail>
    </dl>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-4 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-lg font-medium break-words">{children}</dd>
    </div>
  )
}
