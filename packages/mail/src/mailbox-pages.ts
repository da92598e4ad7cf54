import { hash } from 'node:crypto'
import { formatLongDateTime } from '@nashta/contracts/dates'
import { html, type Html } from './html.ts'
import type { MailboxMessage } from './sqlite-mailbox.ts'

const STYLE = `
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 4rem; background: #fdf8ef; color: #37211a; font: 1rem/1.6 'DM Sans', 'Segoe UI', Roboto, sans-serif }
h1 { margin: 0 0 1rem; font: 600 2rem/1.2 Fraunces, Georgia, serif }
a { color: #b3174d }
a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid #b3174d; outline-offset: 3px }
ul { margin: 1.5rem 0 0; padding: 0; list-style: none }
li, pre, iframe { margin: 0 0 .75rem; padding: 1rem 1.25rem; border: 1px solid #eadcc6; border-radius: 1rem; background: #fff }
li a { font-weight: 600 }
small { display: block; color: #6b5247; overflow-wrap: anywhere }
input, button { padding: .5rem 1rem; border: 1px solid #6b5247; border-radius: 99px; background: #fff; color: inherit; font: inherit }
button { border-color: #b3174d; background: #b3174d; color: #fff; cursor: pointer }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .95rem/1.6 ui-monospace, monospace }
iframe { box-sizing: border-box; width: 100%; height: 56rem; padding: 0 }
`

/** Not made by `html`, which would escape the quotes in STYLE. */
const STYLE_ELEMENT: Html = { markup: `<style>${STYLE}</style>` }

export type Page = { markup: string; policy: string }

export function mailboxPage(messages: readonly MailboxMessage[], to: string): Page {
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p>
        Every mail that the store sent, newest first. No mail server is set, so they went no further than
        this.
      </p>
      <form>
        <label>To <input name="to" value="${to}" type="text" /></label> <button>Show</button>
      </form>
      <ul>
        ${messages.map(listItem)}
      </ul>
      ${messages.length === 0 ? html`<p>No mails yet.</p>` : html``}`,
  )
}

export function messagePage(message: MailboxMessage): Page {
  // The sandbox prevents scripts and forms; links may open a new tab. The frame inherits the policy
  // of the page, so the policy must allow the styles of the mail.
  return page(
    message.subject,
    html`<p><a href="/dev/mailbox">Mailbox</a></p>
      <h1>${message.subject}</h1>
      <p><small>To ${message.to}, ${formatLongDateTime(message.sentAt)}</small></p>
      <iframe
        title="The mail"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${message.html}"
      ></iframe>
      <h2>As plain text</h2>
      <pre>${message.text}</pre>`,
    styleAttributesOf(message.html),
  )
}

function listItem({ id, subject, to, sentAt }: MailboxMessage) {
  return html`<li>
    <a href="/dev/mailbox/messages/${id}">${subject}</a><small>To ${to}, ${formatLongDateTime(sentAt)}</small>
  </li> `
}

function page(title: string, body: Html, styleAttributes: readonly string[] = []): Page {
  const { markup } = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | Mailbox</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${body}
      </body>
    </html> `
  return { markup, policy: contentSecurityPolicy(styleAttributes) }
}

/**
 * The values of all style attributes in a mail. The browser applies a style attribute only if the
 * policy contains the hash of its unescaped value. Values with an `&` are left out, because they
 * are escaped; our mails have none.
 */
function styleAttributesOf(mail: string) {
  return [...new Set(Array.from(mail.matchAll(/ style="([^"&]*)"/g), ([, style = '']) => style))]
}

/** Allows STYLE and the given style attributes. The hashes of attributes need 'unsafe-hashes'. */
function contentSecurityPolicy(styleAttributes: readonly string[]) {
  const hashes = [STYLE, ...styleAttributes].map((style) => `'sha256-${hash('sha256', style, 'base64')}'`)
  return [
    "default-src 'none'",
    `style-src ${styleAttributes.length > 0 ? "'unsafe-hashes' " : ''}${hashes.join(' ')}`,
    "img-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
