// @vitest-environment happy-dom
import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, it } from 'vitest'
import TermsRoute from './terms.tsx'

it.each([
  [true, 'buy with or without an account'],
  [false, 'to buy you need an account'],
])('with GUEST_CHECKOUT=%s the terms say: %s', (guestCheckout, text) => {
  const loaderData = { versionText: '' }
  const Page = createRoutesStub([
    {
      id: 'root',
      Component: Outlet,
      children: [
        {
          path: '/terms',
          Component: () => <TermsRoute {...({ loaderData } as ComponentProps<typeof TermsRoute>)} />,
        },
      ],
    },
  ])
  const html = renderToString(
    <Page initialEntries={['/terms']} hydrationData={{ loaderData: { root: { guestCheckout } } }} />,
  )
  expect(html).toContain(text)
})
