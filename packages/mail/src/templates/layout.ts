import { stateName } from '@nashta/contracts/gst-states'
import { COLOUR_SETS, coloursOf } from '@nashta/contracts/shop/colour-sets'
import type { Shop } from '@nashta/contracts/shop/shop'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { html, type Html } from '../html.ts'

/** The storefront's colours. */
const COLOURS = {
  paper: '#fdf8ef',
  white: '#ffffff',
  line: '#eadcc6',
  ink: '#37211a',
  inkSoft: '#6b5247',
  pistachio: '#4f6b26',
  pistachioTint: '#e3ecd0',
}
const TEXT_FACE = 'DM Sans,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const DISPLAY_FACE = 'Fraunces,Georgia,Times New Roman,serif'

/** Values of style attributes, because many mail clients ignore style sheets. */
export const STYLES = trustStyles({
  paragraph: `margin:0 0 16px;font:16px/1.6 ${TEXT_FACE};color:${COLOURS.ink}`,
  small: `margin:0;font:14px/1.6 ${TEXT_FACE};color:${COLOURS.inkSoft}`,
  heading: `margin:0 0 4px;font:700 13px/1.4 ${TEXT_FACE};color:${COLOURS.inkSoft}`,
  table: `width:100%;border-collapse:collapse;margin:8px 0 24px`,
  cell: `padding:12px 0;border-bottom:1px solid ${COLOURS.line};font:16px/1.5 ${TEXT_FACE};color:${COLOURS.ink};text-align:left;vertical-align:top`,
  amount: `padding:12px 0 12px 16px;border-bottom:1px solid ${COLOURS.line};font:16px/1.5 ${TEXT_FACE};color:${COLOURS.ink};text-align:right;vertical-align:top;white-space:nowrap`,
  total: `padding:16px 0 0;font:600 20px/1.4 ${DISPLAY_FACE};color:${COLOURS.ink};text-align:left`,
  totalAmount: `padding:16px 0 0 16px;font:600 20px/1.4 ${DISPLAY_FACE};color:${COLOURS.ink};text-align:right;white-space:nowrap`,
  code: `margin:8px 0 24px;padding:16px 0;border-radius:12px;background:${COLOURS.paper};font:700 36px/1.2 ${TEXT_FACE};letter-spacing:8px;color:${COLOURS.ink};text-align:center`,
  badge: `display:inline-block;margin:0 0 16px;padding:4px 12px;border-radius:999px;background:${COLOURS.pistachioTint};font:600 14px/1.5 ${TEXT_FACE};color:${COLOURS.pistachio}`,
})

const FRAME = trustStyles({
  body: `margin:0;padding:0;background:${COLOURS.paper}`,
  preview: 'display:none;max-height:0;overflow:hidden',
  page: `background:${COLOURS.paper}`,
  around: 'padding:32px 12px',
  column: 'width:100%;max-width:600px',
  brand: `padding:0 8px 20px;font:600 30px/1 ${DISPLAY_FACE};color:${COLOURS.ink}`,
  card: `padding:36px 32px;background:${COLOURS.white};border:1px solid ${COLOURS.line};border-radius:20px`,
  title: `margin:0 0 16px;font:600 28px/1.25 ${DISPLAY_FACE};color:${COLOURS.ink}`,
  foot: `padding:24px 8px 0;font:13px/1.6 ${TEXT_FACE};color:${COLOURS.inkSoft}`,
  buttonRow: 'margin:8px 0 24px',
  button: `display:inline-block;padding:14px 28px;font:600 16px/1 ${TEXT_FACE};color:${COLOURS.white};text-decoration:none`,
})

export type MailParts = {
  subject: string
  /** The text that mail clients show beside the subject. */
  preview: string
  title: string
  body: Html
  /** The plain text of the mail, between its title and its reason. */
  paragraphs: readonly string[]
  /** Says why the reader gets this mail. Only the lines about the sender follow it. */
  reason: string
}

export type MailContent = {
  /** The name that mail programs show as the sender. */
  senderName: string
  subject: string
  text: string
  html: string
}

/** Makes a mail of its parts, as an HTML page and as plain text. */
export function layOutMail({ paragraphs, ...parts }: MailParts, sender: Sender): MailContent {
  const { subject, title, reason } = parts
  const { name, lines } = sender
  const signature = [name, ...lines].filter(Boolean).join('\n')
  return {
    subject,
    senderName: name,
    text: `${[title, ...paragraphs, reason, signature].filter(Boolean).join('\n\n')}\n`,
    html: page(parts, sender).markup,
  }
}

/** What every mail says about the shop. */
export type Sender = {
  /** Empty when the shop's record is not known. */
  name: string
  /** The colour of buttons. */
  accent: string
  lines: readonly string[]
}

/** `shop` is null when its record is not known or cannot be read. */
export function senderOf(shop: Shop | null): Sender {
  return {
    name: shop?.tradeName ?? '',
    accent: COLOUR_SETS[coloursOf(shop)].light.accent,
    lines: shop ? senderLines(shop) : [],
  }
}

/** `Nashta order`, or only `order` when the shop's name is not known. */
export function ofShop({ name }: Sender, thing: string): string {
  return name === '' ? thing : `${name} ${thing}`
}

/** The law demands the sender, the contact of customer care, and on receipts the licence number. */
function senderLines(shop: Shop): string[] {
  const { legalName, address, state, phone, email, fssai, gstin, isDemo } = shop
  return [
    ...(isDemo ? [DEMO_SHOP_NOTICE] : []),
    `${legalName}, ${address}, ${stateName(state)}`,
    `Customer care: ${email}, ${phone}`,
    `FSSAI licence ${fssai}${gstin ? `, GSTIN ${gstin}` : ''}`,
  ]
}

/** A link that looks like the storefront's buttons and opens a new tab. */
export function button(label: string, url: string, { accent }: Sender): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="${FRAME.buttonRow}">
    <tr>
      <td style="background:${accent};border-radius:999px">
        <a href="${url}" target="_blank" rel="noopener" style="${FRAME.button}">${label}</a>
      </td>
    </tr>
  </table>`
}

function page(
  { subject, preview, title, body, reason }: Omit<MailParts, 'paragraphs'>,
  { name, accent, lines }: Sender,
): Html {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body style="${FRAME.body}">
        <div style="${FRAME.preview}">${preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${FRAME.page}">
          <tr>
            <td align="center" style="${FRAME.around}">
              <table role="presentation" width="600" cellpadding="0" cellspacing="0" style="${FRAME.column}">
                <tr>
                  <td style="${FRAME.brand}">${name}<span style="color:${accent}">.</span></td>
                </tr>
                <tr>
                  <td style="${FRAME.card}">
                    <h1 style="${FRAME.title}">${title}</h1>
                    ${body}
                  </td>
                </tr>
                <tr>
                  <td style="${FRAME.foot}">${reason}${lines.map((line) => html`<br />${line}`)}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
}

/** Lets `html` insert the styles unescaped. They are constants that need no escaping. */
function trustStyles<Name extends string>(styles: Record<Name, string>) {
  const entries = Object.entries<string>(styles).map(([name, markup]) => [name, { markup }])
  return Object.fromEntries(entries) as Record<Name, Html>
}
