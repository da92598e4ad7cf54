import { runProcess } from '@nashta/service-kit/process/run-process'
import { createDevApp as createDesk } from '../apps/desk/server/create-dev-app.ts'
import { startStore } from '../apps/store/src/start-store.ts'
import { createDevApp as createWeb } from '../apps/web/server/create-dev-app.ts'
import { loadEnvironment } from './command-line.ts'

loadEnvironment()
await runProcess(() => startStore({ environment: process.env, createWeb, createDesk }))
