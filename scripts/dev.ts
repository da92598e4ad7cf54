import { randomUUID } from 'node:crypto'
import { runProcess } from '@nashta/service-kit/process/run-process'
import { readSettings } from '@nashta/service-kit/process/settings'
import { createDevApp as createDesk } from '../apps/desk/server/create-dev-app.ts'
import { startRazorpayEmulator } from '../apps/shop-api/src/razorpay-emulator/start-emulator.ts'
import { startStore } from '../apps/store/src/start-store.ts'
import { createDevApp as createWeb } from '../apps/web/server/create-dev-app.ts'
import { loadEnvironment } from './command-line.ts'

loadEnvironment()
await runProcess(async () => {
  const environment = await withRazorpay(process.env)
  return startStore({ environment, createWeb, createDesk })
})

/** Without a key of Razorpay, an emulator takes its place. */
async function withRazorpay(environment: NodeJS.ProcessEnv) {
  const isWanted = environment['PAYMENTS']?.split(',').some((name) => name.trim() === 'razorpay')
  if (!isWanted || environment['RAZORPAY_KEY_ID']) return environment
  const [keyId, keySecret, webhookSecret] = ['rzp_test_emulator', randomUUID(), randomUUID()] as const
  const { HOST, PORT } = readSettings({ ...environment, PAYMENTS: 'simulator' })
  const webhookUrl = `http://${HOST}:${PORT}/api/payments/razorpay/webhook`
  const { url } = await startRazorpayEmulator({
    keyId,
    keySecret,
    webhookSecret,
    webhookUrl,
    now: () => new Date(),
  })
  return {
    ...environment,
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_URL: url,
  }
}
