// React chooses its development or production build when it is imported, so NODE_ENV is set first.
process.env['NODE_ENV'] ??= 'production'

const { createApp: createWeb } = await import('@nashta/web/create-app')
const { createApp: createDesk } = await import('@nashta/desk/create-app')
const { runProcess } = await import('@nashta/service-kit/start/run-process')
const { startStore } = await import('./start-store.ts')

await runProcess(() => startStore({ environment: process.env, createWeb, createDesk }))
