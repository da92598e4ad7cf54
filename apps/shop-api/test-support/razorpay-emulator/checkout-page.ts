/** The hosted checkout: one button pays, one fails, and a link goes back to the shop. */
export function checkoutPage(fields: URLSearchParams): string {
  const amount = (Number(fields.get('amount')) / 100).toFixed(2)
  const hidden = [...fields].map(([name, value]) => input(name, value)).join('')
  const button = (result: string, label: string) =>
    `<form method="post" action="/emulator/pay">${hidden}${input('result', result)}<button>${label}</button></form>`
  return page(
    `<h1>${escape(fields.get('name') ?? '')}</h1><p>Pay ₹${amount}. This page plays Razorpay; no money moves.</p>` +
      `${button('captured', 'Pay')}${button('failed', 'Fail')}` +
      `<p><a href="${escape(fields.get('cancel_url') ?? '/')}">Cancel</a></p>`,
  )
}

/** A page that posts the result to the shop. Without scripts, the shopper presses its button. */
export function returnPage(callbackUrl: string, fields: URLSearchParams): string {
  const hidden = [...fields].map(([name, value]) => input(name, value)).join('')
  return page(
    `<form method="post" action="${escape(callbackUrl)}">${hidden}<button>Back to the shop</button></form>` +
      '<script>document.forms[0].submit()</script>',
  )
}

function page(content: string) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Razorpay emulator</title></head><body><main>${content}</main></body></html>`
}

function input(name: string, value: string) {
  return `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`
}

function escape(text: string) {
  return text.replace(/["&'<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
