import { hash } from 'node:crypto'
import { startLate, STARTER_HASH } from './late-scripts.ts'

const [SCRIPT, SCRIPT_END] = ['<script', '</script>']

/**
 * Takes the nonce out of a page again. It tells the scripts that the page itself wrote, which start late and are named in
 * its policy, from any that got in with a product's name.
 */
export function finishScripts(page: string, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const hashes = [STARTER_HASH]
  let content = ''
  let done = 0
  for (let at = page.indexOf(mark); at !== -1; at = page.indexOf(mark, done)) {
    const start = page.lastIndexOf('<', at)
    const end = page.indexOf('>', at) + 1
    const tag = page.slice(start, at) + page.slice(at + mark.length, end)
    content += page.slice(done, start) + startLate(tag)
    done = end
    if (!tag.startsWith(SCRIPT)) continue
    const script = page.slice(end, page.indexOf(SCRIPT_END, end))
    if (script.length > 0) hashes.push(hash('sha256', script, 'base64'))
  }
  return { content: content + page.slice(done), hashes }
}
