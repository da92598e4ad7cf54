import type { Proof } from '../../proof.ts'
import { judgeSoak } from './judge-soak.ts'
import { soak } from './soak.ts'

const WARM_UP_S = { quick: 1, usual: 5 }
const QUICK_BELOW_S = 10

export const steadyUnderLoad: Proof = {
  id: 'R14',
  test: "All kinds of requests at half of the store's capacity: nothing fails, nothing grows",
  sizes: { quick: 2, short: 60, nightly: 8 * 3600 },
  unit: 'seconds',
  whyNot: () =>
    process.platform === 'win32' ? 'it needs ps and SIGUSR2, which Windows does not have' : null,
  async run(context, size) {
    const warmUpSeconds = size < QUICK_BELOW_S ? WARM_UP_S.quick : WARM_UP_S.usual
    return judgeSoak(await soak(context, { atLeastSeconds: size, warmUpSeconds }))
  },
  mutations: [
    {
      what: 'every request stays in memory with its response',
      file: 'packages/service-kit/src/http/dispatch.ts',
      from: 'listener(request, response)',
      to: 'void (globalThis.kept ??= []).push([request, response]), listener(request, response)',
    },
    {
      what: 'a file is opened for every request and never closed',
      file: 'packages/service-kit/src/http/dispatch.ts',
      from: 'listener(request, response)',
      to: "process.getBuiltinModule('node:fs').openSync(import.meta.filename), listener(request, response)",
    },
    {
      what: 'a search fails with an error',
      file: 'packages/service-kit/src/http/dispatch.ts',
      from: 'listener(request, response)',
      to: "url.includes('search=') ? response.writeHead(500).end() : listener(request, response)",
    },
  ],
}
