import type { FormField, FormGroup, FormInput, InputKind } from '@nashta/contracts/form-fields'

// The values of a form whose inputs follow from a table of fields. An input is named after its field,
// or after its field and its part, such as `maker.name`.

type ValueOf<Kind extends InputKind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'choices' | 'order'
    ? readonly string[]
    : string

type InputValue = ValueOf<InputKind>

type GroupValues<Name extends string, Group extends FormGroup> = {
  [Part in keyof Group['parts'] & string as `${Name}.${Part}`]: ValueOf<Group['parts'][Part]['kind']>
} & (Group extends { confirmed: string }
  ? { [Confirmed in Name as `${Confirmed}.confirmed`]: boolean }
  : unknown)

/** `A & B` for `A | B`: TypeScript infers it for the parameter of a function that takes all of them. */
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type Fields = Readonly<Record<string, FormField>>

/** The values of the form: a text, the state of a checkbox, or the chosen ones of several choices. */
export type FormValuesOf<Table extends Fields> = UnionToIntersection<
  {
    [Name in keyof Table & string]: Table[Name] extends FormGroup
      ? GroupValues<Name, Table[Name]>
      : { [Own in Name]: ValueOf<Exclude<Table[Name]['kind'], 'group'>> }
  }[keyof Table & string]
>

type AnyValues = Readonly<Record<string, unknown>>

export type NamedInput = { name: string; input: FormInput }

/** The inputs of a field: one, or those of its parts. */
export function inputsOf(name: string, field: FormField): NamedInput[] {
  if (field.kind !== 'group') return [{ name, input: field }]
  const parts = Object.entries(field.parts).map(([part, input]) => ({ name: `${name}.${part}`, input }))
  if (field.confirmed === undefined) return parts
  return [...parts, { name: `${name}.confirmed`, input: { kind: 'flag', label: field.confirmed } }]
}

/** The values of the form for a stored record. */
export function toFormValues<const Table extends Fields>(table: Table, record: object): FormValuesOf<Table> {
  const stored = new Map<string, unknown>(Object.entries(record))
  const values = Object.entries<FormField>(table).flatMap(([name, field]) => {
    const value = stored.get(name)
    if (field.kind !== 'group') return [[name, toInputValue(field, value)]]
    const parts = new Map<string, unknown>(Object.entries(Object(value)))
    return inputsOf(name, field).map((each) => {
      const part = each.name.slice(name.length + 1)
      return [
        each.name,
        part === 'confirmed' ? value !== undefined : toInputValue(each.input, parts.get(part)),
      ]
    })
  })
  return Object.fromEntries(values) as FormValuesOf<Table>
}

function toInputValue({ kind, initial = '', choices = [] }: FormInput, value: unknown): InputValue {
  if (kind === 'flag') return value === true
  if (kind === 'order') return inOrder(choices, Array.isArray(value) ? value : [])
  if (kind === 'choices') return Array.isArray(value) ? value.map(String) : []
  if (kind === 'words') return Array.isArray(value) ? value.join(' ') : ''
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : initial
}

/**
 * The values after one input has changed. A change of a part also ticks the checkbox `confirmed` of its
 * group. Unticking that checkbox empties the parts.
 */
export function withInput<Values extends AnyValues>(
  table: Fields,
  values: Values,
  changed: string,
  value: InputValue,
): Values {
  const [name = '', part] = changed.split('.')
  const field = table[name]
  if (field?.kind !== 'group' || field.confirmed === undefined) return { ...values, [changed]: value }
  const emptied = part === 'confirmed' && value === false ? toFormValues({ [name]: field }, {}) : {}
  return { ...values, ...emptied, [`${name}.confirmed`]: true, [changed]: value }
}

/** The value of a field as requests contain it. Undefined when its inputs are empty. */
export function fieldValue(name: string, field: FormField, values: AnyValues): unknown {
  if (field.kind !== 'group') return fromInput(field, values[name])
  if (field.confirmed !== undefined && values[`${name}.confirmed`] !== true) return undefined
  const parts = Object.entries(field.parts).map(([part, input]) => ({
    part,
    // An input that begins with a choice does not count as filled in.
    isFilledIn: input.initial === undefined && !isBlank(values[`${name}.${part}`]),
    value: fromInput(input, values[`${name}.${part}`]),
  }))
  if (field.confirmed === undefined && !parts.some(({ isFilledIn }) => isFilledIn)) return undefined
  const given = parts.filter(({ value }) => value !== undefined)
  return Object.fromEntries(given.map(({ part, value }) => [part, value]))
}

function fromInput({ kind, choices = [], isCapital }: FormInput, value: unknown): unknown {
  if (kind === 'choices') return value
  // The order of the table is not stored.
  if (kind === 'order') return String(value) === String(inOrder(choices, [])) ? undefined : value
  if (kind === 'flag') return value === true ? true : undefined
  if (typeof value !== 'string' || isBlank(value)) return undefined
  if (kind === 'count' || kind === 'number') return Number(value)
  if (kind === 'words') return value.split(/[\s,]+/).filter(Boolean)
  if (kind === 'lines') return value.split('\n').filter((line) => !isBlank(line))
  if (kind === 'choice') return choices.map(choiceValue).find((choice) => String(choice) === value) ?? value
  if (kind === 'digits') return value.trim()
  return isCapital ? value.trim().toUpperCase() : value
}

/** All choices, the stored ones first. */
function inOrder(choices: NonNullable<FormInput['choices']>, stored: readonly unknown[]): string[] {
  const all = choices.map((choice) => String(choiceValue(choice)))
  return [...new Set([...stored.map(String).filter((each) => all.includes(each)), ...all])]
}

function choiceValue(choice: NonNullable<FormInput['choices']>[number]) {
  return typeof choice === 'object' ? choice[0] : choice
}

/** Whether every input of the field that must not be empty has a value. */
export function isFilledIn(name: string, field: FormField, values: AnyValues): boolean {
  if (field.kind === 'group' && field.confirmed !== undefined) return values[`${name}.confirmed`] === true
  return inputsOf(name, field).every((each) => each.input.isExtra || !isBlank(values[each.name]))
}

function isBlank(value: unknown) {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}
