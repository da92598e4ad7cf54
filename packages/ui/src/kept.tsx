import { createContext, createElement, type HTMLAttributes, type ReactNode, type Ref, use } from 'react'

/** Markup that the server has written before. A browser has none, and draws everything itself. */
export type KeptMarkup = {
  find(key: string): string | undefined
  /** For an attribute of the element whose markup is worth keeping under this key. */
  mark(key: string): string
}

export const KeptMarkupContext = createContext<KeptMarkup | undefined>(undefined)

export type KeptProps = HTMLAttributes<HTMLElement> & {
  as: 'fieldset' | 'footer' | 'header' | 'li'
  ref?: Ref<HTMLElement>
  what: string
  /** All that the children depend on, on the server; nothing where each page has to draw them. */
  drawnFrom: unknown
  children: ReactNode
}

/**
 * An element whose children many pages share. The server draws them once, and its pages are the same to the letter.
 * What is in it says nothing to the page's head and has no generated ids.
 */
export function Kept({ as, what, drawnFrom, children, ...attributes }: KeptProps) {
  const kept = use(KeptMarkupContext)
  if (!kept || drawnFrom === undefined) return createElement(as, attributes, children)

  const key = JSON.stringify([what, drawnFrom])
  const html = kept.find(key)
  if (html === undefined) return createElement(as, { ...attributes, 'data-kept': kept.mark(key) }, children)
  // As React has escaped it for an earlier page.
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } })
}
