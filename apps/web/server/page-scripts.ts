import { hash } from 'node:crypto'
import { startLate, STARTER_HASH } from './late-scripts.ts'

const [SCRIPT, SCRIPT_END] = ['<script', '</script>']

/**
 * Takes the nonce out of a page again. It tells the scripts that the page itself wrote, which start late and are named in
 * its policy, from any that got in with a product's name.
 */
export function finishScripts(page: Buffer, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const pieces: Buffer[] = []
  const hashes = [STARTER_HASH]
  let done = 0
  for (let at = page.indexOf(mark); at !== -1; at = page.indexOf(mark, done)) {
    const start = page.lastIndexOf('<', at)
    const end = page.indexOf('>', at) + 1
    const tag = page.toString('latin1', start, end).replace(mark, '')
    pieces.push(page.subarray(done, start), Buffer.from(startLate(tag), 'latin1'))
    done = end
    if (!tag.startsWith(SCRIPT)) continue
    const script = page.subarray(end, page.indexOf(SCRIPT_END, end))
    if (script.length > 0) hashes.push(hash('sha256', script, 'base64'))
  }
  return { content: Buffer.concat([...pieces, page.subarray(done)]), hashes }
}
