import { randomUUID } from 'node:crypto'
import { createRecent } from '@nashta/service-kit/responses/recent'
import type { KeptMarkup } from '@nashta/ui/kept'

/** Cards of some thousand products. */
const LETTERS_MAX = 8 * 1024 * 1024

export type PageMarkup = KeptMarkup & {
  /** Remembers what the page has marked; the page comes back without the marks. */
  keepMarked(page: string): string
}

/** What pages share, as React wrote it: drawing is the dearest part of a page. */
export function createMarkupMemory() {
  const recent = createRecent<string>({ max: LETTERS_MAX, weigh: (html) => html.length })

  return function beginPage(): PageMarkup {
    // Whatever a product says, it cannot pass for a mark.
    const nonce = randomUUID()
    const keys: string[] = []

    return {
      find: (key) => recent.get(key),
      mark: (key) => `${nonce}.${keys.push(key) - 1}`,
      keepMarked(page) {
        // From the last to the first: what lies within another has lost its mark when that one is kept.
        return keys.reduceRight((html, key, index) => {
          const mark = ` data-kept="${nonce}.${index}"`
          const at = html.indexOf(mark)
          // It was drawn for a page that could not be finished.
          if (at === -1) return html
          const rest = html.slice(0, at) + html.slice(at + mark.length)
          recent.set(key, copyOf(contentOf(rest, at)))
          return rest
        }, page)
      },
    }
  }
}

/** A piece that is cut out of a text holds on to the whole of it. */
function copyOf(piece: string) {
  return Buffer.from(piece).toString()
}

/** What is between the tags of an element. React escapes every angle bracket that is not a tag's own. */
function contentOf(html: string, withinTag: number) {
  const [, name] = /^<(\w+)/.exec(html.slice(html.lastIndexOf('<', withinTag), withinTag)) ?? []
  const start = html.indexOf('>', withinTag) + 1
  const tags = new RegExp(`<(/?)${name}[\\s>]`, 'g')
  tags.lastIndex = start
  for (let depth = 1, tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return html.slice(start, tag.index)
  }
  throw new Error(`<${name}> has no end`)
}
