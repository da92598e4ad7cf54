import type { Proof } from '../proof.ts'
import { runSuiteTest } from '../run-suite-test.ts'

export const keptSecrets: Proof = {
  id: 'S12',
  test: 'The secret of the store looked for in its build, its pages, its scripts and its answers',
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'run',
  isInSuite: true,
  async run() {
    await runSuiteTest('vitest', ['apps/store/src/secret-canary.test.ts'], {})
    return 'in no file of the build and on nothing a crawl of the store reaches; planted in a page, a map, a script and both compressed forms it is found'
  },
  mutations: [
    {
      what: 'the gateway tells its secret in a header',
      file: 'apps/identity/src/gateway/create-gateway.ts',
      from: 'return reply.code(status).headers(headers)',
      to: "return reply.code(status).headers({ ...headers, 'x-client': client.secret ?? '' })",
    },
  ],
}
