import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { createPageRenderer } from './page-renderer.ts'
import { loadBuild, type StoreBuild } from './store-build.ts'

const ABOUT = 'routes/about'

/** The store's own build, with one component that fails while it is drawn. */
async function buildWithBroken(failure: Error): Promise<StoreBuild> {
  const build = await loadBuild()
  const route = build.routes[ABOUT]
  if (!route) throw new Error(`there is no ${ABOUT}`)
  const broken = {
    ...route,
    module: {
      ...route.module,
      default() {
        throw failure
      },
    },
  }
  return { ...build, routes: { ...build.routes, [ABOUT]: broken } }
}

it('where a component fails, answers with a page that says so, and reports why', async () => {
  const failure = new Error('secret inside')
  const reports: unknown[] = []
  const renderPage = createPageRenderer({
    build: await buildWithBroken(failure),
    fetchShop: httpFetchShop({
      fetch: async () => Response.json({ data: { items: [], total: 0, nextCursor: null } }),
    }),
    publicUrl: 'https://snacks.example',
    reportError: (error) => reports.push(error),
    imageHosts: [],
    https: false,
  })

  const { status, forms } = await renderPage('/about')
  const page = forms.identity.body.toString('latin1')
  expect(status).toBe(500)
  expect(page).toMatch(/^<!DOCTYPE html><html .*<\/html>$/s)
  expect(page).not.toContain('secret inside')
  expect(reports).toEqual([failure])
  expect((await renderPage('/contact')).status).toBe(200)
})
