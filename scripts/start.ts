import { buildWebOrExit } from './build-web.ts'
import { loadEnvironment } from './command-line.ts'

loadEnvironment()
await buildWebOrExit()
await import('../apps/store/src/main.ts')
