import type * as z from 'zod/mini'

export type FormSchema = z.ZodMiniType

/** The values of a valid form. */
export type FormValues<Schema extends FormSchema> = z.output<Schema>

/**
 * The keys that at least one member of a union has. For `{ a: string } | { b: string }`, these keys
 * are `a` and `b`. `keyof` alone would give none, because the two members share no key.
 */
type KeyOfAnyMember<Values> = Values extends unknown ? keyof Values & string : never

/** One error for each invalid field. The key `form` is for an error that belongs to no field. */
export type FieldErrors<Schema extends FormSchema> = Partial<
  Record<KeyOfAnyMember<z.input<Schema>> | 'form', string>
>

export type FormResult<Schema extends FormSchema> =
  | { ok: true; values: FormValues<Schema> }
  | { ok: false; errors: FieldErrors<Schema> }

/**
 * Returns the valid values, or the first error of each invalid field. The errors are in the order
 * in which the schema declares the fields.
 */
export function validateForm<Schema extends FormSchema>(schema: Schema, values: unknown): FormResult<Schema> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, values: result.data }

  const errors: Record<string, string> = {}
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? 'form')] ??= message
  return { ok: false, errors }
}
