import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Imports a module and prints the URLs of all modules that the import loads. */
const SCRIPT = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import(process.argv[1])
  process.stdout.write(JSON.stringify(loaded))
`

function listLoadedModules(file: string) {
  const url = new URL(file, import.meta.url).href
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT, url])
  return JSON.parse(String(printed)) as string[]
}

it.each([
  ['../../open-recommendations.ts', false],
  ['../../choose-storage.ts', false],
  ['../../training-job.ts', false],
  ['../../dynamodb-storage.ts', true],
  ['./read-interactions.ts', true],
])('importing %s loads the AWS SDK: %s', (file, isSdkLoaded) => {
  expect(listLoadedModules(file).some((url) => url.includes('/@aws-sdk/'))).toBe(isSdkLoaded)
})
