import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from '@nashta/identity/gateway/store-gateway.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { itemAt } from '../shopper.ts'

const MINUTE = 60_000
const OWNER = 'asha@example.in'
const STRANGERS = 5

/** Each hour the owner tries the next one: to enter a code, to open a link, to get a mail. */
const OWNERS_TRIES = ['code', 'link', 'mail'] as const
/** The owner enters the code in this minute of the hour. A code expires after ten minutes. */
const CODE_MINUTE = 8
/** The owner opens the link. By then strangers have used up all codes and mails of the hour. */
const LINK_MINUTE = 30
/** The owner asks for a mail in a new browser. */
const MAIL_MINUTE = 45

export const lockOut: Proof = {
  id: 'S17',
  test: 'Strangers guess passwords and codes of one account and use up its mails, each minute of a simulated day',
  sizes: { quick: 3, short: 24, nightly: 240 },
  unit: 'simulated hours',
  async run(context, size) {
    const store = await openStoreGateway()
    context.atEnd(() => store.close())
    const ownersDevice = await store.signUpInNewBrowser(OWNER)
    const strangers = Array.from({ length: STRANGERS }, () => store.openBrowser())
    let ownersPassword = PASSWORD
    let attempts = 0
    let intruders = 0
    const failed = { signIns: 0, codes: 0, links: 0, mails: 0 }

    for (let hour = 0; hour < size; hour += 1) {
      const ownersTry = itemAt(OWNERS_TRIES, hour)
      await ownersDevice.forgot(OWNER)
      const mailForDevice = await newestResetMail(store)
      for (let minute = 0; minute < 60; minute += 1) {
        // A reset that a stranger asks for mails a link to the owner, who can then use it. In the
        // hour before the owner asks for a mail, strangers cause only other mails. These must not
        // use up the owner's reset mail.
        const isTimeOfResets = ownersTry === 'code' || (ownersTry === 'link' && minute <= LINK_MINUTE)
        for (const stranger of strangers) {
          attempts += 3
          if ((await stranger.signIn(OWNER, 'Wr0ng!pass')).status === 200) intruders += 1
          await (isTimeOfResets ? stranger.forgot(OWNER) : useUpMails(store, stranger))
          if ((await stranger.reset(OWNER, '000000', 'Intrud3r!s')).status === 200) intruders += 1
        }
        if ((await ownersDevice.signIn(OWNER, ownersPassword)).status !== 200) failed.signIns += 1
        // The owner enters the code that the known device asked for, after many guesses of strangers.
        if (ownersTry === 'code' && minute === CODE_MINUTE) {
          ownersPassword = `C0de!of${hour}x`
          if ((await ownersDevice.reset(OWNER, codeIn(mailForDevice), ownersPassword)).status !== 200)
            failed.codes += 1
        }
        if (ownersTry === 'link' && minute === LINK_MINUTE) {
          ownersPassword = `L1nk!of${hour}x`
          if (!(await canResetByLink(store, ownersPassword))) failed.links += 1
        }
        const isTimeOfMail = ownersTry === 'mail' && minute === MAIL_MINUTE
        if (isTimeOfMail && !(await canGetResetMail(store))) failed.mails += 1
        store.local.advance(MINUTE)
      }
    }
    expectFigures({
      intruders: [intruders, 0],
      'sign-ins on the device of the owner that failed': [failed.signIns, 0],
      'codes of the owner that did not work': [failed.codes, 0],
      'links of the owner that did not work in a new browser': [failed.links, 0],
      'reset mails that did not reach the owner': [failed.mails, 0],
    })
    return `${attempts} attempts of ${STRANGERS} strangers: the device of the owner signed in every minute, its code, the link and a reset mail to a new browser worked, each every third hour`
  },
  mutations: [
    {
      what: 'the device of the owner is not recognised',
      file: 'apps/identity/src/devices/device-token.ts',
      from: 'timingSafeEqual(Buffer.from(proof), expected)) ? hashDevice(token) : null',
      to: 'timingSafeEqual(Buffer.from(proof), expected)) ? null : null',
    },
    {
      what: 'strangers use up the tries of a code that the known device asked for',
      file: 'apps/identity/src/codes/code-with-mail.ts',
      from: 'devices: [device ?? UNKNOWN_DEVICE]',
      to: 'devices: [UNKNOWN_DEVICE]',
    },
    {
      what: 'a link counts towards the limit of code entries',
      file: 'apps/identity/src/gateway/operations.ts',
      from: "typeof code === 'string' && isLinkToken(code) ? undefined : name",
      to: "typeof code === 'string' && isLinkToken(code) ? name : name",
    },
    {
      what: 'other mails use up the limit, so that no password reset is sent',
      file: 'packages/contracts/src/api/rate-limits.ts',
      from: 'reset: 1,',
      to: 'reset: 0,',
    },
  ],
}

/** The owner resets the password by a link in a new browser, and signs in there. */
async function canResetByLink(store: StoreGateway, newPassword: string) {
  const browser = store.openBrowser()
  // This call sends no mail when strangers have used up the mails of the hour. The owner then uses
  // the link of a mail that a stranger caused.
  await browser.forgot(OWNER)
  const token = linkTokenIn(await newestResetMail(store))
  const reset = await browser.reset(OWNER, token, newPassword)
  return reset.status === 200 && (await browser.signIn(OWNER, newPassword)).status === 200
}

/** Makes all calls that cause or count mails to the owner, except password resets. */
async function useUpMails(store: StoreGateway, stranger: ReturnType<StoreGateway['openBrowser']>) {
  await stranger.call('ResendConfirmationCode', { Username: OWNER })
  await stranger.signUp(OWNER)
  const UserAttributes = [{ Name: 'email', Value: OWNER }]
  await stranger.call('UpdateUserAttributes', { AccessToken: 'x.y.z', UserAttributes })
  await store.sendTicketMail(OWNER)
}

/** The owner asks for a reset mail in a new browser. */
async function canGetResetMail(store: StoreGateway) {
  const before = await resetMails(store)
  const { status } = await store.openBrowser().forgot(OWNER)
  return status === 200 && (await resetMails(store)).length === before.length + 1
}

async function newestResetMail(store: StoreGateway) {
  return (await resetMails(store))[0]
}

/** The owner's mails with a reset code and link, newest first. */
async function resetMails(store: StoreGateway) {
  const mails = await store.deliveredMailsTo(OWNER)
  return mails.filter(({ subject }) => subject.includes('reset code'))
}
