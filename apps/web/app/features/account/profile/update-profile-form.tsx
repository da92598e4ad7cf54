import type { Profile } from '@nashta/browser/session/profile'
import { toE164 } from '@nashta/contracts/account/checks'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { type FormEvent, useEffect } from 'react'
import { deleteDraft, readDraft, saveDraft } from '../../../data/storage/form-drafts.ts'
import { UPDATE_PROFILE_FAILED } from '../account-texts.ts'
import { FormMessages, NameFields } from '../forms/form-parts.tsx'
import { useValidatedForm } from '../forms/use-validated-form.ts'
import { profileSchema } from '../profile-schemas.ts'
import { updateProfile } from '../profile.ts'
import { useAccountClient } from '../session/session-provider.tsx'

export type UpdateProfileFormProps = {
  profile: Profile
  onUpdated: (profile: Profile) => void
  onCancel: () => void
}

export function UpdateProfileForm({ profile, onUpdated, onCancel }: UpdateProfileFormProps) {
  const accountClient = useAccountClient()
  const draftName = profileDraftName(profile.sub)
  // A draft has only the fields that were edited.
  const { firstName, lastName, phoneNumber } = { ...profile, ...readDraft(draftName) }
  const { element, formProps, fieldProps, status, messages } = useValidatedForm({
    schema: profileSchema,
    labels: { firstName: 'First name', lastName: 'Last name', phoneNumber: 'Phone number' },
    fallbackMessage: UPDATE_PROFILE_FAILED,
    async send(values) {
      const change = { ...values, phoneNumber: toE164(values.phoneNumber) }
      const updated = await updateProfile(accountClient, change)
      deleteDraft(draftName)
      onUpdated(updated)
    },
  })
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])

  function onInput(event: FormEvent<HTMLFormElement>) {
    formProps.onInput()
    const { target } = event
    if (target instanceof HTMLInputElement)
      saveDraft(draftName, { ...readDraft(draftName), [target.name]: target.value })
  }

  function cancel() {
    deleteDraft(draftName)
    onCancel()
  }

  return (
    <form {...formProps} onInput={onInput} aria-labelledby="update-profile-heading" className="grid gap-2">
      <h2 id="update-profile-heading" className="font-display text-3xl font-semibold tracking-tight">
        Update Profile
      </h2>
      <FormMessages {...messages} />
      <NameFields
        first={{ ...fieldProps('firstName'), defaultValue: firstName }}
        last={{ ...fieldProps('lastName'), defaultValue: lastName }}
      />
      <TextField
        {...fieldProps('phoneNumber')}
        defaultValue={phoneNumber}
        type="tel"
        autoComplete="tel"
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton {...status} busyText="Saving...">
          Save changes
        </SubmitButton>
        <Button look="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function profileDraftName(sub: string) {
  return `profile of ${sub}`
}
