import type * as z from 'zod/mini'

type KeyOfEach<Values> = Values extends unknown ? keyof Values & string : never

/** `form` is for values that are no form at all. */
export type FieldErrors<Form extends z.ZodMiniType> = Partial<
  Record<KeyOfEach<z.input<Form>> | 'form', string>
>

export type FormResult<Form extends z.ZodMiniType> =
  | { ok: true; values: z.output<Form> }
  | { ok: false; errors: FieldErrors<Form> }

/** The first error of each field, in the order in which the form declares its fields. */
export function validateForm<Form extends z.ZodMiniType>(form: Form, values: unknown): FormResult<Form> {
  const result = form.safeParse(values)
  if (result.success) return { ok: true, values: result.data }

  const errors: Record<string, string> = {}
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? 'form')] ??= message
  return { ok: false, errors }
}
