import { buildWebWhenStale } from './build-web.ts'
import { loadEnvironment } from './environment.ts'

loadEnvironment()
await buildWebWhenStale()
await import('../apps/store/src/main.ts')
