import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from '@nashta/identity/gateway/store-gateway.fixture'
import { expectFigures, type Proof } from '../proof.ts'

const MINUTE = 60_000
const OWNER = 'asha@example.in'
const STEPS_PER_HOUR = 60
const STRANGERS = 5

export const lockOut: Proof = {
  id: 'S17',
  test: 'Strangers guess passwords and codes of one account without a pause, each minute of a simulated day',
  sizes: { quick: 2, short: 24, nightly: 240 },
  unit: 'simulated hours',
  async run(context, size) {
    const store = await openStoreGateway()
    context.atEnd(() => store.close())
    const device = await store.newShopper(OWNER)
    const strangers = Array.from({ length: STRANGERS }, () => store.openBrowser())
    let word = PASSWORD
    let guesses = 0
    let intruders = 0
    const failed = { signIns: 0, codes: 0, links: 0 }

    for (let hour = 0; hour < size; hour += 1) {
      await device.forgot(OWNER)
      const deviceMail = await newestMail(store)
      for (let step = 0; step < STEPS_PER_HOUR; step += 1) {
        for (const stranger of strangers) {
          guesses += 3
          if ((await stranger.signIn(OWNER, 'Wr0ng!pass')).status === 200) intruders += 1
          await stranger.forgot(OWNER)
          if ((await stranger.reset(OWNER, '000000', 'Intrud3r!s')).status === 200) intruders += 1
        }
        if ((await device.signIn(OWNER, word)).status !== 200) failed.signIns += 1
        // In every other hour the owner enters the code in its last minute, after many guesses.
        if (hour % 2 === 0 && step === 8) {
          word = `C0de!of${hour}x`
          if ((await device.reset(OWNER, codeIn(deviceMail), word)).status !== 200) failed.codes += 1
        }
        // In the other hours the owner uses the link when strangers have used up all codes and mails.
        if (hour % 2 === 1 && step === 30) {
          word = `L1nk!of${hour}x`
          if (!(await resetsByLink(store, word))) failed.links += 1
        }
        store.local.advance(MINUTE)
      }
    }
    expectFigures({
      intruders: [intruders, 0],
      'sign-ins on the device of the owner that failed': [failed.signIns, 0],
      'codes of the owner that did not work': [failed.codes, 0],
      'links of the owner that did not work in a new browser': [failed.links, 0],
    })
    return `${guesses} calls of ${STRANGERS} strangers: the device of the owner signed in every minute, its code and the link in a new browser worked every other hour`
  },
  mutations: [
    {
      what: 'no device is known',
      file: 'apps/identity/src/devices/device-token.ts',
      from: 'timingSafeEqual(Buffer.from(proof), expected)) ? hashDevice(token) : null',
      to: 'timingSafeEqual(Buffer.from(proof), expected)) ? null : null',
    },
    {
      what: 'strangers use up the code of the known device',
      file: 'apps/identity/src/codes/code-with-mail.ts',
      from: "device: device ?? ''",
      to: "device: device === null ? '' : ''",
    },
    {
      what: 'a link is counted like a code',
      file: 'apps/identity/src/gateway/operations.ts',
      from: "typeof code === 'string' && isLinkToken(code) ? undefined : name",
      to: "typeof code === 'string' && isLinkToken(code) ? name : name",
    },
  ],
}

/** The owner uses the link of a mail that a stranger caused, and signs in with the new password. */
async function resetsByLink(store: StoreGateway, newPassword: string) {
  const browser = store.openBrowser()
  // Refused if strangers have used up the mails of this hour; then the owner has their mails.
  await browser.forgot(OWNER)
  const token = linkTokenIn(await newestMail(store))
  const reset = await browser.reset(OWNER, token, newPassword)
  return reset.status === 200 && (await browser.signIn(OWNER, newPassword)).status === 200
}

async function newestMail(store: StoreGateway) {
  const mails = await store.deliveredMailsTo(OWNER)
  return mails.find(({ subject }) => subject.includes('reset code'))
}
