import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { createElement, type FunctionComponent, Suspense } from 'react'
import { expect, it } from 'vitest'
import { createPageRenderer } from './page-renderer.ts'
import { loadBuild, type StoreBuild } from './store-build.ts'

const ABOUT = 'routes/information/about'
const failure = new Error('secret inside')

function Broken(): never {
  throw failure
}

/** The store's own build, with another component for one page. */
async function buildWith(component: FunctionComponent): Promise<StoreBuild> {
  const build = await loadBuild()
  const route = build.routes[ABOUT]
  if (!route) throw new Error(`there is no ${ABOUT}`)
  const changedRoute = { ...route, module: { ...route.module, default: component } }
  return { ...build, routes: { ...build.routes, [ABOUT]: changedRoute } }
}

it.each([
  ['a component', Broken],
  ['a component within a suspense boundary', () => createElement(Suspense, null, createElement(Broken))],
])(
  '%s that fails is reported, its page is a 500 without internals, and other pages are rendered',
  async (_case, component) => {
    const reports: unknown[] = []
    const renderPage = createPageRenderer({
      build: await buildWith(component),
      fetchShop: httpFetchShop({
        fetch: async () => Response.json({ data: { items: [], total: 0, nextCursor: null } }),
      }),
      publicUrl: 'https://snacks.example',
      realTimeSync: true,
      guestCheckout: false,
      reportError: (error) => reports.push(error),
      imageHosts: [],
      https: false,
    })

    const { status, forms } = await renderPage('/about')
    // A body is a latin1 string or a buffer. This call works for both.
    const page = forms.identity.body.toString('latin1')
    expect(status).toBe(500)
    expect(page).toMatch(/^<!DOCTYPE html><html .*<\/html>$/s)
    expect(page).toContain('Something went wrong')
    expect(page).not.toContain('secret inside')
    expect(reports).toEqual([failure])
    expect((await renderPage('/contact')).status).toBe(200)
  },
)
