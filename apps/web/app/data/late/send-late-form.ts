import { type FormSchema, type FormValues, validateForm } from '@nashta/browser/form-validation'
import { ShopError } from '@nashta/contracts/api/shop-error'
import type { LateResult } from './use-late-form.ts'

/** Checks the values of a form, and sends them with `call`. For modules that `useLateForm` loads. */
export async function sendLateForm<Schema extends FormSchema>(
  schema: Schema,
  values: Record<string, string>,
  call: (values: FormValues<Schema>) => Promise<{ data: { message: string } }>,
): Promise<LateResult> {
  const validation = validateForm(schema, values)
  if (!validation.ok) return { errors: validation.errors }
  try {
    const { data } = await call(validation.values)
    return { thanks: data.message }
  } catch (error) {
    if (error instanceof ShopError) return { errors: { form: error.message } }
    throw error
  }
}
