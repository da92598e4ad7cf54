import { randomUUID } from 'node:crypto'
import { urlOf } from '@nashta/service-kit/http/serve'
import { readSettings } from '@nashta/service-kit/process/settings'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { createDevApp as createDesk } from '../apps/desk/server/create-dev-app.ts'
import { startRazorpayEmulator } from '../apps/shop-api/test-support/razorpay-emulator/start-emulator.ts'
import { startStore } from '../apps/store/src/start-store.ts'
import { createDevApp as createWeb } from '../apps/web/server/create-dev-app.ts'
import { sharp } from '../packages/images/src/sharp.ts'
import { loadEnvironment } from './command-line.ts'

loadEnvironment()
// Vite resizes the storefront's own pictures in this process, and reads them from files.
sharp.unblock({ operation: ['VipsForeignLoadWebpFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] })
await runProcess(async () => {
  const environment = await withRazorpayEmulator(process.env)
  return startStore({ environment, createWeb, createDesk })
})

/**
 * If PAYMENTS names Razorpay and no key is set, starts an emulator of Razorpay. Returns the
 * environment with the emulator's settings.
 */
async function withRazorpayEmulator(environment: NodeJS.ProcessEnv) {
  const isWanted = environment['PAYMENTS']?.split(',').some((name) => name.trim() === 'razorpay')
  if (!isWanted || environment['RAZORPAY_KEY_ID']) return environment
  const [keyId, keySecret, webhookSecret] = ['rzp_test_emulator', randomUUID(), randomUUID()] as const
  // Only HOST and PORT are needed here. `readSettings` refuses Razorpay without keys, so PAYMENTS
  // is replaced by the simulator, which needs no keys.
  const { HOST, PORT } = readSettings({ ...environment, PAYMENTS: 'simulator' })
  const webhookUrl = `${urlOf(HOST, PORT)}/api/payments/razorpay/webhook`
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
