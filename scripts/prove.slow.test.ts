import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('npm run prove refuses the options --mutate and --nightly together', () => {
  const script = join(import.meta.dirname, 'prove.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, '--mutate', '--nightly'], {
    encoding: 'utf8',
    timeout: 50_000,
  })
  expect(stderr).toContain('--mutate and --nightly exclude each other; usage: npm run prove')
  expect(status).toBe(1)
})
