import { buildWebOrExit } from './build-web.ts'
import { loadEnvironment } from './environment.ts'

const SERVICES: Record<string, () => Promise<unknown>> = {
  identity: () => import('../apps/identity/src/main.ts'),
  recommendations: () => import('../apps/recommendations/src/main.ts'),
  'shop-api': () => import('../apps/shop-api/src/main.ts'),
  web: async () => {
    await buildWebOrExit()
    return import('../apps/web/server/main.ts')
  },
}

const [name = ''] = process.argv.slice(2)
const start = SERVICES[name]
if (!start) {
  process.stderr.write(
    `Could not start: name one of ${Object.keys(SERVICES).join(', ')}, as in npm run service -- web\n`,
  )
  process.exit(1)
}
loadEnvironment()
await start()
