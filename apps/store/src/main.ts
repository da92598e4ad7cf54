// React chooses its development or its production half when it is first imported, hence no import above.
process.env['NODE_ENV'] ??= 'production'

const { createApp } = await import('@nashta/web/create-app')
const { runProcess } = await import('@nashta/service-kit/process/run-process')
const { startStore } = await import('./start-store.ts')

await runProcess(() => startStore({ environment: process.env, createWeb: createApp }))
