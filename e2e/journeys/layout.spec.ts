import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { aPurchaseOf, DONUT, shopperAt } from '../support/checkout.ts'
import { waitForStartUpCheck } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { expect, noisyTest, test } from '../support/test.ts'

const HEADER_REAPPEAR_DELAY_MS = 180

test('the header hides while the page scrolls, and returns when scrolling stops', async ({ page }) => {
  await openWithPausedClock(page)
  await page.mouse.wheel(0, 700)
  await expect(header(page)).not.toBeInViewport()
  await page.clock.runFor(HEADER_REAPPEAR_DELAY_MS)
  await expect(brand(page)).toBeInViewport()
})

test('the header stays while it has the focus', async ({ page }) => {
  await openWithPausedClock(page)
  await brand(page).focus()
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(header(page)).not.toHaveAttribute('data-hidden')
  await expect(brand(page)).toBeInViewport()
})

test('the keyboard can skip the header', { tag: ONCE }, async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the snacks' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to the snacks' })).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('navigation moves focus to the heading, without a reload', { tag: ONCE }, async ({ page }) => {
  await openHydrated(page)
  // A reload would make a new window, without this property.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click()

  await expect(page).toHaveTitle('Shipping | Nashta')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the heading of a new page has the focus from the start', { tag: ONCE }, async ({ page }) => {
  await openHydrated(page)
  // This promise is awaited later. It resolves when the heading of the next page is inserted.
  const wasFocused = page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          const heading = document.querySelector('main h1')
          if (heading?.textContent !== 'Shipping') return
          observer.disconnect()
          resolve(document.activeElement === heading)
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click()
  expect(await wasFocused).toBe(true)
})

test('a menu opened while the next page loads stays open', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/about' })
  const released = Promise.withResolvers<void>()
  await page.route('**/*.data*', async (route) => {
    await released.promise
    await route.continue()
  })
  await brand(page).click()
  const menu = page.getByRole('button', { name: /account menu$/ })
  await menu.click()
  released.resolve()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nashta, a snack store')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(menu).toBeFocused()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test(
  'a menu that is opened between the change of the address and the new page stays open',
  { tag: ONCE },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openHydrated(page)
    await page.evaluate(() => {
      const push = history.pushState.bind(history)
      history.pushState = (...change) => {
        push(...change)
        document.querySelector<HTMLElement>('button[aria-label=Menu]')?.click()
      }
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click()
    await expect(page).toHaveTitle('Shipping | Nashta')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    // A menu that closes is still visible for a moment.
    await expect(menu).toHaveAttribute('open')

    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(menu).toBeHidden()
  },
)

test('the menu of small screens opens, traps focus, and closes', { tag: ONCE }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page)
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  await opener.click()

  const menu = page.getByRole('dialog', { name: 'Menu' })
  // The specification demands Shoes and Sandals, although the store sells snacks.
  await expect(menu.getByRole('link')).toHaveText([
    'New Arrivals',
    'Best Sellers',
    'Shoes',
    'Sandals',
    'Sign in',
    'Sign up',
    'Favourites',
    'All Products',
    'Suggested For You',
  ])
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('link', { name: 'Best Sellers' }).click()
  await expect(page).toHaveURL('/collections/best-sellers')
  await expect(menu).toBeHidden()
})

test.describe('before any script has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens', { tag: ONCE }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'New Arrivals' })).toBeVisible()
  })
})

noisyTest('every page says at once that the browser is offline', { tag: ONCE }, async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // On the first page no script but the starter has run yet.
  await page.goto('/', { waitUntil: 'commit' })
  const notice = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(header(page)).toBeVisible()
  await expect(notice).toBeHidden()
  await context.setOffline(true)
  await expect(notice).toBeInViewport({ ratio: 1 })
  expect(await accessibilityViolations(page)).toEqual([])
  await context.setOffline(false)
  await expect(notice).toBeHidden()
})

/** Every public page, and the checkout of a guest, who signs in there. */
const PUBLIC_PATHS = [
  '/',
  '/collections/suggested',
  '/collections/best-sellers',
  '/collections/allproducts',
  '/collections/new-arrivals',
  '/collections/shoes',
  `/product/${DONUT.productId}`,
  '/signin',
  '/signup',
  '/forgot-password',
  '/undo-email-change',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/grievance',
  '/newsletter/confirm',
  '/newsletter/sent',
  '/offline',
  '/no-such-page',
  '/checkout',
]

test(
  'pages, drawer, checkout and order fit a phone with text of 200 %',
  { tag: ONCE },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { api } = await shopperAt(page, request, { path: '/about', donuts: 1 })
    async function expectToFit(path: string) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      expect(await widthAtDoubleText(page), path).toBe(360)
    }
    for (const path of [...PUBLIC_PATHS, '/profile']) await expectToFit(path)
    const header = page.getByRole('banner')
    const name = await header.getByText('Nashta', { exact: true }).boundingBox()
    const search = await header.getByRole('button', { name: 'Find a snack' }).boundingBox()
    expect((name?.x ?? 0) + (name?.width ?? 360)).toBeLessThanOrEqual(search?.x ?? 0)
    await page.goto('/')
    await page.getByRole('button', { name: /^Shopping Cart/ }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /Check/ }).first()).toBeVisible()
    await widthAtDoubleText(page)
    const drawer = page.getByRole('dialog')
    const excess = await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(excess, 'the cart drawer').toBe(0)

    // An order empties the cart, which the drawer and the checkout above need.
    const { purchaseId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
    for (const path of ['/purchase-history', `/purchase-history/${purchaseId}`]) await expectToFit(path)
  },
)

test(
  'on a small phone the foot of the cart leaves room for the lines, and nothing in it is cut',
  { tag: ONCE },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await shopperAt(page, request, { path: '/about', donuts: 1 })
    await page.getByRole('button', { name: 'Shopping Cart (1)' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Enter an offer code' }).click()
    const footTop = await drawer.getByRole('link', { name: 'Checkout' }).evaluate((link) => {
      let foot = link.parentElement
      while (foot && getComputedStyle(foot).position !== 'sticky') foot = foot.parentElement
      return foot?.getBoundingClientRect().top
    })
    // The foot takes less than a third of the window.
    expect(footTop).toBeGreaterThan(500)
    const pincode = drawer.getByPlaceholder('Pincode')
    const room = await pincode.evaluate((input: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) return 0
      context.font = font
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
      return input.clientWidth - padding - context.measureText(input.placeholder).width
    })
    expect(room).toBeGreaterThanOrEqual(0)
  },
)

test('on a phone the actions of a snack stand in one row', { tag: ONCE }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/product/${DONUT.productId}`)
  const main = page.getByRole('main')
  const actions = [
    main.getByRole('button', { name: `Favourite: ${DONUT.name}` }),
    main.getByRole('link', { name: 'Share by WhatsApp' }),
    main.getByRole('button', { name: 'Copy link' }),
  ]
  const boxes = await Promise.all(actions.map((action) => action.boundingBox()))
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1)
})

function widthAtDoubleText(page: Page) {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return document.documentElement.scrollWidth
  })
}

test('the header links to three collections', { tag: ONCE }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/about')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Suggested For You', 'Best Sellers', 'All Products'])
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/collections/suggested',
    '/collections/best-sellers',
    '/collections/allproducts',
  ])
})

test(
  'the footer links to existing pages, has share links, and shows the promises of the store',
  { tag: ONCE },
  async ({ page, request, baseURL }) => {
    await page.goto('/about')
    const footer = page.getByRole('contentinfo')
    const links = await footer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))

    const ownLinks = links.filter((link) => link.startsWith('/'))
    expect(ownLinks.length).toBeGreaterThanOrEqual(14)
    for (const link of ownLinks) expect((await request.get(link)).status(), link).toBe(200)

    const shareLinks = links.filter((link) => !link.startsWith('/'))
    expect(shareLinks).toHaveLength(4)
    for (const link of shareLinks) expect(link).toContain(encodeURIComponent(String(baseURL)))
    for (const text of ['Free delivery on snack orders above ₹1000', '24/7 support', 'Secure payments']) {
      await expect(footer.getByText(text)).toBeVisible()
    }
  },
)

/** Opens the home page, and pauses its clock: timers run only when the test moves the clock. */
async function openWithPausedClock(page: Page) {
  await page.clock.install()
  await openHydrated(page)
  // `pauseAt` accepts only a time in the future.
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Opens the home page and waits for hydration, which renders the buttons of the slides. */
async function openHydrated(page: Page) {
  const startUpCheck = waitForStartUpCheck(page)
  await page.goto('/')
  await startUpCheck
  await expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible()
}

function header(page: Page) {
  return page.getByRole('banner')
}

function brand(page: Page) {
  return header(page).getByRole('link', { name: 'Nashta' })
}
