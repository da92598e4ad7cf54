import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type FormSchema, type FormValues, validateForm } from '../form-validation.ts'
import { type Failed, Refusal } from './failure-text.ts'
import { fieldLabel, fieldNames, type FieldValues, focusFirstField, readFields } from './form-fields.ts'
import { useCall } from './use-call.ts'

/** The errors by the names of their fields. */
type Errors = Readonly<Record<string, string>>

export type FormOptions<Schema extends FormSchema, Intent> = {
  /** A function loads the schema when the form is first used. */
  schema: Schema | (() => Promise<Schema>)
  /** Sends valid values. `intent` says which of several buttons was pressed. */
  send: (values: FormValues<Schema>, how: { idempotencyKey: string; intent: Intent }) => Promise<unknown>
  failed: Failed
  /** Makes what the schema checks from the values of the fields. By default these values as they are. */
  read?: (fields: FieldValues) => unknown
  /** Several wrong fields are listed in an `ErrorSummary`, which takes the focus instead of the first. */
  hasSummary?: boolean
}

/**
 * A form that is checked by a schema when it is submitted. The first wrong field is scrolled to and
 * gets the focus. An error goes as soon as its field is right, also when the program has filled the
 * field in.
 *
 * The fields are uncontrolled, so text that was typed before hydration is not lost. A form with its
 * values in state passes `read`. An error belongs to the field with the longest name that begins
 * the error's path: `closedDays.2` to `closedDays`. An error without a field is the form's failure.
 */
export function useForm<Schema extends FormSchema, Intent = undefined>(options: FormOptions<Schema, Intent>) {
  const { schema, send, failed, read = (fields) => fields, hasSummary = false } = options
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const loadedSchema = useRef<Schema | null>(null)
  const loadingSchema = useRef<Promise<Schema> | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  /** The wrong fields of the last submit. */
  const [wrongNames, setWrongNames] = useState<readonly string[]>([])
  /** How many submits had wrong fields so far. */
  const [wrongSubmits, setWrongSubmits] = useState(0)
  const mustFocus = useRef(false)
  /** The values that the server has refused. Their errors stay until the values change. */
  const refusedValues = useRef<FieldValues>({})

  const call = useCall<{ names: string[]; fields: FieldValues; input: unknown; intent: Intent }>(
    async ({ names, fields, input, intent }, idempotencyKey) => {
      const result = validateForm(knownSchema() ?? (await loadSchema()), input, names)
      refusedValues.current = {}
      showErrors(result.ok ? {} : (result.errors as Errors))
      if (!result.ok) return
      try {
        await send(result.values, { idempotencyKey, intent })
      } catch (error) {
        if (error instanceof Refusal) {
          refusedValues.current = fields
          showErrors(error.errors)
        }
        throw error
      }
    },
    failed,
  )

  /** Null for a schema that is not loaded yet. */
  function knownSchema() {
    return typeof schema === 'function' ? loadedSchema.current : schema
  }

  async function loadSchema() {
    if (typeof schema !== 'function') return schema
    loadingSchema.current ??= schema()
    try {
      return (loadedSchema.current = await loadingSchema.current)
    } catch (error) {
      loadingSchema.current = null
      throw error
    }
  }

  /** If it fails, the submit loads the schema again. */
  function preloadSchema() {
    if (!knownSchema()) loadSchema().catch(() => {})
  }

  function showErrors(found: Errors) {
    const names = Object.keys(found)
    setErrors(found)
    setWrongNames(names)
    mustFocus.current = names.length > 0
    if (names.length > 0) setWrongSubmits((count) => count + 1)
  }

  async function submit(intent: Intent) {
    const form = element.current
    if (!form || call.isRunning()) return
    // A group of radio buttons without a chosen one has a name and no value.
    const names = fieldNames(form)
    const fields = readFields(form)
    const input = read(fields)
    const known = knownSchema()
    // If the schema is loaded, errors are shown at once. Otherwise the call loads it and checks.
    const result = known && validateForm(known, input, names)
    if (result?.ok === false) {
      call.clearFailure()
      showErrors(result.errors as Errors)
      return
    }
    await call.run({ names, fields, input, intent })
  }

  /** Removes the errors of fields that are right now. */
  function recheck() {
    const form = element.current
    const names = Object.keys(errors)
    const known = knownSchema()
    if (!form || names.length === 0 || !known) return
    const fields = readFields(form)
    const result = validateForm(known, read(fields), fieldNames(form))
    const found = result.ok ? {} : (result.errors as Errors)
    const remaining: Record<string, string> = {}
    for (const name of names) {
      const isRefused = name in refusedValues.current && refusedValues.current[name] === fields[name]
      const error = found[name] ?? (isRefused ? errors[name] : undefined)
      if (error !== undefined) remaining[name] = error
    }
    if (names.some((name) => remaining[name] !== errors[name])) setErrors(remaining)
  }

  useEffect(() => {
    const form = element.current
    if (mustFocus.current && form) {
      mustFocus.current = false
      const isListed = hasSummary && wrongNames.length > 1
      if (!isListed) focusFirstField(form, wrongNames)
      return
    }
    // The program may have changed the values of a form that has them in state.
    recheck()
  })

  const idOf = (name: string) => `${id}${name}`
  return {
    element,
    errors,
    isBusy: call.isBusy,
    failure: call.failure ?? errors['form'] ?? null,
    submit,
    /** Removes all errors and the failure. */
    clear() {
      setErrors({})
      call.clearFailure()
    },
    /** The text of the label of a field. */
    labelOf: (name: string) => (element.current ? fieldLabel(element.current, name) : name),
    /** The props of a field that connect it with the form. */
    field: (name: string) => ({ id: idOf(name), name, error: errors[name] }),
    formProps: {
      ref: element,
      // Without JavaScript, a GET would put passwords into the address.
      method: 'post',
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        // A form with several intents has an `onSubmit` of its own.
        void submit(undefined as Intent)
      },
      onFocus: preloadSchema,
      onInput: recheck,
    } as const,
    /** The wrong fields of the last submit, for an `ErrorSummary`. */
    summary: { names: wrongNames, wrongSubmits, idOf },
  }
}
