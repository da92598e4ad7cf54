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
 * in which the schema declares the fields. Without `names`, an error belongs to the first part of
 * its path. With the `names` of the fields, the whole path is tried first, then the path without its
 * last part, and so on. The error belongs to
 * - the field with that name
 * - else the first field whose name begins with it, for an error of a whole group
 * - `form`, if no part of the path fits
 */
export function validateForm<Schema extends FormSchema>(
  schema: Schema,
  values: unknown,
  names?: readonly string[],
): FormResult<Schema> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, values: result.data }

  const errors: Record<string, string> = {}
  for (const { path, message } of result.error.issues) {
    const name = names ? fieldOf(path, names) : String(path[0] ?? 'form')
    errors[name] ??= message
  }
  return { ok: false, errors }
}

function fieldOf(path: readonly PropertyKey[], names: readonly string[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const start = path.slice(0, length).join('.')
    const name = names.find((each) => each === start) ?? names.find((each) => each.startsWith(`${start}.`))
    if (name !== undefined) return name
  }
  return 'form'
}
