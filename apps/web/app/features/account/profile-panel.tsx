import type { CurrentUser } from '@nashta/browser/user'
import { Alert } from '@nashta/ui/alert'
import { Button } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { draftOf } from '../../data/form-drafts.ts'
import { messageOf } from './account-error.ts'
import { PASSWORD_CHANGED, PROFILE_FALLBACK, PROFILE_UPDATED } from './account-texts.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import type { Profile } from './profile.ts'
import { useAccount } from './session-provider.tsx'
import { signOutEverywhere } from './sign-out.ts'
import { TEXT_LINK } from './text-link.ts'
import { profileDraft, UpdateProfileForm } from './update-profile-form.tsx'
import { useLeave } from './use-leave.ts'
import { useProfile } from './use-profile.ts'

export function ProfilePanel({ user }: { user: CurrentUser }) {
  const { profile, error, refetch, setProfile } = useProfile(user.sub)
  const account = useAccount()
  const leave = useLeave()
  const navigate = useNavigate()
  const [open, setOpen] = useState(draftOf(profileDraft(user.sub)) ? 'profile' : 'nothing')

  function close(message?: string) {
    setOpen('nothing')
    if (message) void navigate('/profile', { replace: true, state: { message } })
  }

  function showUpdated(updated: Profile) {
    setProfile(updated)
    close(PROFILE_UPDATED)
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
      <ChangePasswordForm email={profile.email} onChanged={() => close(PASSWORD_CHANGED)} onCancel={close} />
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
      <button
        type="button"
        onClick={() => void leave(signOutEverywhere(account))}
        className={`${TEXT_LINK} mt-4 min-h-11`}
      >
        Sign out on all devices
      </button>
    </>
  )
}
