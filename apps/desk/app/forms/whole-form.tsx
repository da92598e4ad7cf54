import type { FormSchema, FormValues } from '@nashta/browser/form-validation'
import type { Failed } from '@nashta/browser/forms/failure-text'
import { type DraftOptions, useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDraftName } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, FormActions } from '../ui/controls.tsx'
import { failureText } from '../ui/query-state.tsx'

export type WholeFormOptions<Draft, Schema extends FormSchema> = Omit<DraftOptions<Draft>, 'name'> & {
  /** Names the draft in the browser's storage. */
  name: string
  /** The query that has loaded what is stored. */
  queryKey: QueryKey
  schema: Schema
  inputOf: (draft: Draft) => unknown
  /** Sends the input with the version that was loaded. Resolves to what is stored now. */
  save: (input: FormValues<Schema>) => Promise<unknown>
  /** Says that the input is saved. */
  savedText: (input: FormValues<Schema>) => string
  failed?: Failed
}

/** A form of something that is loaded and saved as a whole, with its version. */
export function useWholeForm<Draft extends object, Schema extends FormSchema>(
  options: WholeFormOptions<Draft, Schema>,
) {
  const { name, queryKey, schema, inputOf, save, savedText, failed = failureText, ...draftOptions } = options
  const queries = useQueryClient()
  const showToast = useToast()
  const draft = useDraft({ ...draftOptions, name: useDraftName(name) })
  const form = useForm({
    schema,
    read: () => inputOf(draft.value),
    failed,
    async send(input) {
      const stored = await save(input)
      draft.discard()
      queries.setQueryData(queryKey, stored)
      showToast({ text: savedText(input) })
    },
  })

  async function loadAgain() {
    form.clear()
    draft.discard()
    await queries.invalidateQueries({ queryKey })
  }
  return { draft, form, loadAgain }
}

/**
 * Keeps a changed list as it is when another operator has saved the stored one: no change can be
 * merged into it, and the store refuses to save it.
 */
export function keepChangedList<Draft>(latest: Draft, { base, value }: { base: Draft; value: Draft }): Draft {
  return JSON.stringify(base) === JSON.stringify(value) ? latest : value
}

type WholeForm = {
  draft: { isChanged: boolean }
  form: { failure: ReactNode; isBusy: boolean }
  loadAgain: () => Promise<void>
}

type WholeFormActionsProps = WholeForm & {
  save?: string
  /** The button that throws the changes away after a failed save. */
  again: string
  children?: ReactNode
}

/** The buttons of a form that is saved as a whole. */
export function WholeFormActions(props: WholeFormActionsProps) {
  const { draft, form, loadAgain, save = 'Save', again, children } = props
  return (
    <FormActions isChanged={draft.isChanged} failure={form.failure}>
      <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
        {save}
      </Action>
      {draft.isChanged ? (
        <Action onClick={() => void loadAgain()}>{form.failure ? again : 'Discard'}</Action>
      ) : null}
      {children}
    </FormActions>
  )
}
