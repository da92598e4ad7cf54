import { expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'
import type { Page } from './page-renderer.ts'

const forms = { body: Buffer.from(''), etag: '""' }

function setup(statusOf: (path: string) => number = () => 200) {
  const rendered: string[] = []
  const catalogue = { version: '1' }
  const pageFor = createPageCache({
    catalogueVersion: async () => catalogue.version,
    renderPage: async (path): Promise<Page> => {
      rendered.push(path)
      const status = statusOf(path)
      if (status === 0) throw new Error('the renderer broke')
      const representation = { contentType: 'text/html', forms: { identity: forms, gzip: forms, br: forms } }
      return { status, headers: {}, representation }
    },
  })
  return { pageFor, rendered, catalogue }
}

it('renders a page once for everyone, until the catalogue changes', async () => {
  const { pageFor, rendered, catalogue } = setup()
  await Promise.all([pageFor('/'), pageFor('/'), pageFor('/')])
  await pageFor('/')
  expect(rendered).toEqual(['/'])

  catalogue.version = '2'
  await pageFor('/')
  expect(rendered).toEqual(['/', '/'])
})

it.each([503, 0])('does not keep a page that failed (%i)', async (status) => {
  let answers = status
  const { pageFor, rendered } = setup(() => answers)
  await pageFor('/').catch(() => undefined)
  answers = 200
  expect((await pageFor('/')).status).toBe(200)
  expect(rendered).toHaveLength(2)
})

it('keeps the pages in use when someone asks for a thousand others', async () => {
  const { pageFor, rendered } = setup()
  for (let visitor = 0; visitor < 1500; visitor += 1) {
    await pageFor(`/?utm=${visitor}`)
    await pageFor('/')
  }
  expect(rendered.filter((path) => path === '/')).toHaveLength(1)
})
