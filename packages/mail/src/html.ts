/** Safe markup. It is made by `html` or from a constant. */
export type Html = { readonly markup: string }

type Insertable = string | Html | readonly Html[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template tag that escapes every inserted string, so that escaping cannot be forgotten. */
export function html(template: TemplateStringsArray, ...values: Insertable[]): Html {
  const parts = compact(template)
  let markup = parts[0] ?? ''
  for (const [index, value] of values.entries()) markup += insert(value) + (parts[index + 1] ?? '')
  return { markup }
}

const compacted = new WeakMap<TemplateStringsArray, string[]>()

/** Removes the indentation of the source file from a template. Each template is compacted once. */
function compact(template: TemplateStringsArray) {
  let parts = compacted.get(template)
  if (!parts) {
    parts = template.map((part) => part.replace(/\n\s*/g, '\n'))
    compacted.set(template, parts)
  }
  return parts
}

function insert(value: Insertable): string {
  if (typeof value === 'string') return escape(value)
  if ('markup' in value) return value.markup
  return value.map(({ markup }) => markup).join('')
}

function escape(text: string) {
  // The test is cheaper than the replacement, and most texts have nothing to escape.
  if (!/[&<>"']/.test(text)) return text
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
