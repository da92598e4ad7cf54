import { buildWebOrExit } from './build-web.ts'
import { loadEnvironment, readCommandLine } from './command-line.ts'

const SERVICES: Record<string, () => Promise<unknown>> = {
  identity: () => import('../apps/identity/src/main.ts'),
  recommendations: () => import('../apps/recommendations/src/main.ts'),
  'shop-api': () => import('../apps/shop-api/src/main.ts'),
  web: async () => {
    await buildWebOrExit()
    return import('../apps/web/server/main.ts')
  },
}

const names = Object.keys(SERVICES).join(' | ')
const { chooseCommand } = readCommandLine(`npm run service -- ${names}`, {})
const { command: start } = chooseCommand(SERVICES)
loadEnvironment()
await start()
