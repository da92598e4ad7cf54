/**
 * Renders a page that plays the shopper's bank: one button pays, the other refuses. Both forms send
 * the order's id twice: in the return address, as real providers do, and as a field. The simulator
 * checks that the two are the same.
 */
export function renderBankPage(
  returnUrl: string,
  { order, token }: { order: string; token: string },
): string {
  const button = (result: string, label: string) => `
    <form method="post" action="${escape(returnUrl)}?order=${encodeURIComponent(order)}">
      <input type="hidden" name="order" value="${escape(order)}">
      <input type="hidden" name="token" value="${escape(token)}">
      <input type="hidden" name="result" value="${result}">
      <button>${label}</button>
    </form>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Test bank</title>
  </head>
  <body>
    <main>
      <h1>Test bank</h1>
      <p>This page plays a bank. No money moves.</p>${button('paid', 'Pay')}${button('failed', 'Refuse the payment')}
    </main>
  </body>
</html>
`
}

function escape(text: string) {
  return text.replace(/["&'<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
