import { useEffect, useRef } from 'react'

type TrustedHtml = string
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => TrustedHtml }
}

let policy: { createHTML: (html: string) => TrustedHtml } | undefined

/** The only text of the desk that becomes HTML. It goes into a frame without scripts. */
function trustedHtml(html: string): TrustedHtml {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return html
  policy ??= trustedTypes.createPolicy('mail-preview', { createHTML: (text) => text })
  return policy.createHTML(html)
}

/**
 * A mail as a mail program shows it. The frame runs no scripts and submits no forms. It inherits the
 * policy of the desk, which forbids style attributes, so scripts of the desk set the styles.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = trustedHtml(html.replaceAll(' style="', ' data-style="'))
  }, [html])

  function applyStyles() {
    const page = frame.current?.contentDocument
    if (!page || !frame.current) return
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset['style'] ?? ''
    frame.current.style.height = `${page.documentElement.scrollHeight}px`
  }

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={applyStyles}
      className="min-h-96 w-full rounded-xl border border-line bg-white"
    />
  )
}
