import type * as z from 'zod/mini'

export type AnyForm = z.ZodMiniType

/** The values of a valid form. */
export type FormValues<Form extends AnyForm> = z.output<Form>

/** The keys of every member of a union: `keyof` alone gives only those that all members share. */
type KeyOfEach<Values> = Values extends unknown ? keyof Values & string : never

/** One error for each invalid field. The key `form` is used when the values are not an object. */
export type FieldErrors<Form extends AnyForm> = Partial<Record<KeyOfEach<z.input<Form>> | 'form', string>>

export type FormResult<Form extends AnyForm> =
  | { ok: true; values: FormValues<Form> }
  | { ok: false; errors: FieldErrors<Form> }

/** The valid values, or the first error of each field in the order in which the form declares its fields. */
export function validateForm<Form extends AnyForm>(form: Form, values: unknown): FormResult<Form> {
  const result = form.safeParse(values)
  if (result.success) return { ok: true, values: result.data }

  const errors: Record<string, string> = {}
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? 'form')] ??= message
  return { ok: false, errors }
}
