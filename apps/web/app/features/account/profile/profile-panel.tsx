import { messageOf } from '@nashta/browser/identity/account-error'
import type { CurrentUser } from '@nashta/browser/session/session-store'
import { Alert } from '@nashta/ui/alert'
import { Button } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { readDraft } from '../../../data/form-drafts.ts'
import { PASSWORD_CHANGED, PROFILE_FALLBACK, PROFILE_UPDATED } from '../account-texts.ts'
import { TEXT_LINK } from '../forms/form-parts.tsx'
import { signOutEverywhere } from '../session/identity-calls.ts'
import { useAccount } from '../session/session-provider.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { fetchOwnProfile, type Profile } from './profile.ts'
import { profileDraftName, UpdateProfileForm } from './update-profile-form.tsx'

export function ProfilePanel({ user }: { user: CurrentUser }) {
  const { profile, error, refetch, setProfile } = useProfile(user.sub)
  const signOut = useSignOut(signOutEverywhere)
  const navigate = useNavigate()
  const [open, setOpen] = useState(readDraft(profileDraftName(user.sub)) ? 'profile' : 'nothing')

  function close() {
    setOpen('nothing')
  }

  function closeWithMessage(message: string) {
    close()
    void navigate('/profile', { replace: true, state: { message } })
  }

  function showUpdated(updated: Profile) {
    setProfile(updated)
    closeWithMessage(PROFILE_UPDATED)
  }

  if (!profile && error) {
    return (
      <div className="grid justify-items-start gap-5">
        <Alert>{messageOf(error, PROFILE_FALLBACK)}</Alert>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    )
  }
  if (!profile) return <Spinner label="Loading profile..." />
  if (open === 'profile') {
    return <UpdateProfileForm profile={profile} onUpdated={showUpdated} onCancel={close} />
  }
  if (open === 'password') {
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
      <ProfileFacts profile={profile} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => setOpen('profile')}>Update Profile</Button>
        <Button look="outline" onClick={() => setOpen('password')}>
          Change Password
        </Button>
      </div>
      <button type="button" onClick={() => void signOut()} className={`${TEXT_LINK} mt-4 min-h-11`}>
        Sign out on all devices
      </button>
    </>
  )
}

function useProfile(sub: string) {
  const account = useAccount()
  const client = useQueryClient()
  const queryKey = ['profile', sub]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => fetchOwnProfile(account),
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
