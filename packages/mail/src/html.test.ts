import { expect, it } from 'vitest'
import { html } from './html.ts'

it('an inserted text is escaped in elements and attributes', () => {
  const typed = `<b title="x" class='y'>&amp;`

  expect(html`<p title="${typed}">${typed}</p>`.markup).toBe(
    '<p title="&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;amp;">&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;amp;</p>',
  )
})

it('inserted markup is not escaped, alone or in a list', () => {
  const items = ['<a>', 'b'].map((text) => html`<b>${text}</b>`)

  expect(html`<p>${items}</p>`.markup).toBe('<p><b>&lt;a&gt;</b><b>b</b></p>')
  expect(html`<i>${html`<b>end</b>`}</i>`.markup).toBe('<i><b>end</b></i>')
})

it('the indentation of a template is removed, and the indentation of inserted text stays', () => {
  const text = 'one\n    two'

  expect(
    html`<div>
      <pre>${text}</pre>
    </div>`.markup,
  ).toBe('<div>\n<pre>one\n    two</pre>\n</div>')
})
