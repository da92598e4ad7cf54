import { toE164 } from '@nashta/contracts/account/phone'
import { PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { Button, SubmitButton } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { type FormEvent, useEffect, useRef } from 'react'
import { draftOf, dropDraft, keepDraft } from '../../data/form-drafts.ts'
import { UPDATE_PROFILE_FALLBACK } from './account-texts.ts'
import { FormNotes } from './form-notes.tsx'
import { profileForm } from './forms/profile.ts'
import { type Profile, updateProfile } from './profile.ts'
import { useAccount } from './session-provider.tsx'
import { useForm } from './use-form.ts'

export type UpdateProfileFormProps = {
  profile: Profile
  onUpdated: (profile: Profile) => void
  onCancel: () => void
}

export function UpdateProfileForm({ profile, onUpdated, onCancel }: UpdateProfileFormProps) {
  const account = useAccount()
  const draft = profileDraft(profile.sub)
  const { firstName, lastName, phoneNumber } = { ...profile, ...draftOf(draft) }
  const { props, field, busy, notes } = useForm({
    form: profileForm,
    labels: { firstName: 'First name', lastName: 'Last name', phoneNumber: 'Phone number' },
    fallback: UPDATE_PROFILE_FALLBACK,
    async send(values) {
      const updated = await updateProfile(account, { ...values, phoneNumber: toE164(values.phoneNumber) })
      dropDraft(draft)
      onUpdated(updated)
    },
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function onInput(event: FormEvent<HTMLFormElement>) {
    props.onInput(event)
    const { name, value } = event.target as HTMLInputElement
    keepDraft(draft, { ...draftOf(draft), [name]: value })
  }

  function cancel() {
    dropDraft(draft)
    onCancel()
  }

  return (
    <form
      ref={form}
      {...props}
      onInput={onInput}
      aria-labelledby="update-profile-form"
      className="grid gap-5"
    >
      <h2 id="update-profile-form" className="font-display text-3xl font-semibold tracking-tight">
        Update Profile
      </h2>
      <FormNotes {...notes} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('firstName')}
          defaultValue={firstName}
          autoComplete="given-name"
          maxLength={PERSON_NAME_MAX_LENGTH}
          required
        />
        <TextField
          {...field('lastName')}
          defaultValue={lastName}
          autoComplete="family-name"
          maxLength={PERSON_NAME_MAX_LENGTH}
          required
        />
      </div>
      <TextField
        {...field('phoneNumber')}
        defaultValue={phoneNumber}
        type="tel"
        autoComplete="tel"
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} busyText="Saving...">
          Save changes
        </SubmitButton>
        <Button look="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function profileDraft(sub: string) {
  return `profile of ${sub}`
}
