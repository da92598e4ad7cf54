import { runProcess } from '@nashta/service-kit/process/run-process'
import { startStore } from '../apps/store/src/start-store.ts'
import { createDevApp } from '../apps/web/server/create-dev-app.ts'
import { loadEnvironment } from './command-line.ts'

loadEnvironment()
await runProcess(() => startStore({ environment: process.env, createWeb: createDevApp }))
