import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { ONCE } from '../../support/once.ts'
import {
  changeEmail,
  mailedCode,
  mailedLink,
  fillSignUp,
  newShopper,
  signedUpShopper,
  signIn,
  unconfirmedShopper,
} from '../../support/shopper.ts'
import { expect, test } from '../../support/test.ts'

const WELCOME = 'Welcome! Your account has been created and you are now signed in.'

test('a visitor signs up, confirms with the mailed code, and is signed in', async ({ page, request }) => {
  const shopper = newShopper()
  await page.goto('/signup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
  await fillSignUp(page, shopper)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
  await expect(page.getByText(shopper.email)).toBeVisible()
  await page.getByLabel('Confirmation code').fill(await mailedCode(request, shopper.email))
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').filter({ hasText: WELCOME })).toBeVisible()
  await expect(accountButton(page)).toBeVisible()
})

test('a wrong code is refused, and a new code can be requested', { tag: ONCE }, async ({ page, request }) => {
  const { email, password } = await unconfirmedShopper(request)
  const firstCode = await mailedCode(request, email)
  await page.goto('/signin')
  await signIn(page, { email, password })
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page.getByText('Please enter the confirmation code')).toBeVisible()
  await expect(page.getByLabel('Confirmation code')).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByText(`A new code is on its way to ${email}.`)).toBeVisible()
  const secondCode = await mailedCode(request, email, { mails: 2 })
  await page.getByLabel('Confirmation code').fill(codeOtherThan(firstCode, secondCode))
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm sign up failed: ')
  await page.getByLabel('Confirmation code').fill(secondCode)
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page.getByText(WELCOME)).toBeVisible()
})

test('every sign-up field shows its error until it is edited', { tag: ONCE }, async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Please check these fields:')
  for (const [label, text] of [
    ['First name', 'First name is required'],
    ['Last name', 'Last name is required'],
    ['Email', 'Email is required'],
    ['Password', 'Password is required'],
    ['Birth date', 'Birth date is required'],
    ['Gender', 'Gender is required'],
    ['Phone number', 'Phone number is required'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text)
  }
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(
    'Please accept the terms and the privacy policy',
  )
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('alert').getByRole('link', { name: 'Email' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type('asha')
  await expect(page.getByText('Email is required')).toBeHidden()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Phone number').fill('0123')
  await page.getByRole('button', { name: 'Create account' }).click()

  for (const text of [
    'Email is invalid',
    'Password must be at least 8 characters',
    'Passwords do not match',
    'Please enter a valid phone number (e.g., +1234567890)',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
})

test(
  'cancelling the code step returns to the filled form, and after a reload the code is entered at sign-in',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = newShopper()
    await page.goto('/signup')
    await fillSignUp(page, shopper)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('First name')).toHaveValue('Asha')

    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
    await page.reload()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('Please sign in to enter the code we mailed you.')).toBeVisible()
    await signIn(page, shopper)
    await page.getByLabel('Confirmation code').fill(await mailedCode(request, shopper.email))
    await page.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(page.getByText(WELCOME)).toBeVisible()
  },
)

test('an unconfirmed shopper enters the mailed code at sign-in', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await unconfirmedShopper(request)
  await page.goto('/signin?next=%2Fprofile')
  await signIn(page, shopper)
  await expect(page.getByText(shopper.email)).toBeVisible()
  await page.getByLabel('Confirmation code').fill(await mailedCode(request, shopper.email))
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(WELCOME)).toBeVisible()
})

test('a wrong password is refused, and the right one signs in', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.goto('/signin')
  await signIn(page, { ...shopper, password: 'not-the-one' })
  await expect(page.getByRole('alert')).toHaveText('Sign in failed: Incorrect username or password.')
  expect(await accessibilityViolations(page)).toEqual([])
  await signIn(page, shopper)
  await expect(page).toHaveURL('/')
  await expect(accountButton(page)).toBeVisible()
})

test(
  'a session survives a reload, and the account menu closes by Escape or a click elsewhere and signs out',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = await signedUpShopper(request)
    await page.goto('/signin')
    await signIn(page, shopper)
    await expect(page).toHaveURL('/')
    await page.reload()
    await accountButton(page).click()
    const header = page.getByRole('banner')
    for (const name of ['Profile', 'Purchase History']) {
      await expect(header.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(visibleText(page, shopper.email)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])

    await page.keyboard.press('Escape')
    await expect(visibleText(page, shopper.email)).toHaveCount(0)
    await expect(accountButton(page)).toBeFocused()
    await accountButton(page).click()
    await page.getByRole('main').click({ position: { x: 5, y: 400 } })
    await expect(visibleText(page, shopper.email)).toHaveCount(0)

    await accountButton(page).click()
    await header.getByRole('button', { name: 'Sign out' }).click()
    await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.reload()
    await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('nashta.tokens'))).toBeNull()
  },
)

test('the account menu shows name and e-mail at every width', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.goto('/signin')
  await signIn(page, shopper)
  await expect(page).toHaveURL('/')
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await accountButton(page).click()
    // The panel is around the list with the link to the profile.
    const panel = page.getByRole('banner').getByRole('link', { name: 'Profile' }).locator('../../..')
    await expect(panel).toBeInViewport({ ratio: 1 })
    await expect(panel).toContainText(`Asha${shopper.email}Profile`)
    await page.keyboard.press('Escape')
  }

  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByText('Asha', { exact: true })).toBeVisible()
  await expect(menu.getByText(shopper.email)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test(
  'the password can be shown, and the Google button says that it is unavailable',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto('/signin')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('marigold-tea')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')

    for (const path of ['/signin', '/signup']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page.getByRole('alert')).toHaveText(
        'Google sign-in not implemented yet. Please use email/password authentication.',
      )
    }
  },
)

test('a shopper replaces a forgotten password by a mailed code', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await page.getByLabel('Email', { exact: true }).fill(shopper.email)
  await page.getByRole('button', { name: 'Send code' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  expect(await accessibilityViolations(page)).toEqual([])
  // The first mail was the code of the sign-up.
  await page.getByLabel('Confirmation code').fill(await mailedCode(request, shopper.email, { mails: 2 }))
  await page.getByLabel('New password').fill('cardamom-tea')
  await page.getByRole('button', { name: 'Save new password' }).click()

  await expect(page).toHaveURL('/signin')
  await expect(
    page.getByText('Your password has been changed. Please sign in with the new one.'),
  ).toBeVisible()
  await signIn(page, { ...shopper, password: 'cardamom-tea' })
  await expect(accountButton(page)).toBeVisible()
})

test('a shopper replaces a forgotten password by a mailed link', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(shopper.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.goto(await mailedLink(request, shopper.email, 'password reset code'))

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByLabel('Confirmation code')).toBeHidden()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('New password').fill('cardamom-tea')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL('/signin')
  await signIn(page, { ...shopper, password: 'cardamom-tea' })
  await expect(accountButton(page)).toBeVisible()
})

test(
  'the owner of the old e-mail address undoes a change of the address',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = await signedUpShopper(request)
    const newEmail = newShopper().email
    await changeEmail(request, shopper, newEmail)

    await page.goto(await mailedLink(request, shopper.email, 'was changed'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put your email back?')
    expect(await accessibilityViolations(page)).toEqual([])
    const undo = page.getByRole('button', { name: 'Put my email back' })
    await undo.click()
    await expect(page.getByText('Your account belongs to this email again.')).toBeVisible()

    // After the undo the old password is invalid too, because the attacker may know it.
    for (const email of [shopper.email, newEmail]) {
      await page.goto('/signin')
      await signIn(page, { ...shopper, email })
      await expect(page.getByRole('alert')).toContainText('Incorrect username or password.')
    }
  },
)

test('on a small screen the menu shows the signed-in shopper', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await menu.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, shopper)
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Purchase History' })).toBeVisible()
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the account forms are accessible, and fit the narrowest screen', async ({ page }) => {
  for (const path of ['/signin', '/signup', '/forgot-password']) {
    await page.goto(path)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/signin', '/signup', '/forgot-password']) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

function accountButton(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: 'Asha account menu' })
}

function codeOtherThan(...codes: string[]) {
  return ['111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? ''
}

/** Ignores the hidden copy of the text in the closed menu of small screens. */
function visibleText(page: Page, text: string) {
  return page.getByText(text).filter({ visible: true })
}
