/** The values of a form's fields by their names. A checkbox is true or false. */
export type FieldValues = Record<string, string | boolean>

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The named fields, in the order of the page. */
function namedFields(form: HTMLFormElement): FormField[] {
  return Array.from(form.elements).filter(
    (element): element is FormField => isField(element) && element.name !== '',
  )
}

function isField(element: EventTarget): element is FormField {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
}

export function fieldNames(form: HTMLFormElement): string[] {
  return namedFields(form).map(({ name }) => name)
}

export function readFields(form: HTMLFormElement): FieldValues {
  const values: FieldValues = {}
  for (const field of namedFields(form)) {
    const isChoice = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
    if (!isChoice) values[field.name] = field.value
    else if (field.type === 'checkbox') values[field.name] = field.checked
    else if (field.checked) values[field.name] = field.value
  }
  return values
}

/** Focuses the first of these fields on the page, and scrolls it to the middle of the window. */
export function focusFirstField(form: HTMLFormElement, names: readonly string[]) {
  const first = namedFields(form).find(({ name }) => names.includes(name))
  const closedParts = first?.closest('details')
  if (closedParts) closedParts.open = true
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
}

export function fieldLabel(form: HTMLFormElement, name: string): string {
  const field = namedFields(form).find((each) => each.name === name)
  return field?.labels?.[0]?.textContent ?? name
}
