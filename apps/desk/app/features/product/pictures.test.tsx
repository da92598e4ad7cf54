// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { Pictures } from './pictures.tsx'
import type { PictureValue } from './product-values.ts'

function PicturesOf({ count }: { count: number }) {
  const [pictures, setPictures] = useState<readonly PictureValue[]>(() =>
    Array.from({ length: count }, (_, index) => ({ url: `/images/${index}.webp`, key: `${index}`, alt: '' })),
  )
  return <Pictures pictures={pictures} onChange={setPictures} />
}

// The stubbed Shop API stores each file under the name of the file.
beforeEach(() => {
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: File }) =>
    Response.json({ data: { key: body.name, url: `/images/${body.name}`, width: 1, height: 1 } }),
  )
})

/** Renders a product that has `existing` pictures, and adds the files named in `added`. */
async function openWith({ existing, added }: { existing: number; added: string[] }) {
  const desk = await renderDesk(<PicturesOf count={existing} />)
  const add = async (names: string[]) => {
    const files = names.map((name) => new File(['x'], name, { type: 'image/webp' }))
    const chooser = desk.host.querySelector('input[type=file]')
    act(() => {
      Object.defineProperty(chooser, 'files', { value: files, configurable: true })
      chooser?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    // Lets the uploads finish.
    await desk.advance(10)
  }
  await add(added)
  return { ...desk, add, pictureCount: () => desk.host.querySelectorAll('li img').length }
}

it('pictures above the limit are shown, with the request to remove one', async () => {
  const { host, text, pictureCount } = await openWith({ existing: 19, added: ['a.webp', 'b.webp'] })
  expect(pictureCount()).toBe(21)
  expect(text()).toContain('A product has at most 20 pictures. Please remove 1.')
  act(() => host.querySelector<HTMLElement>('[aria-label="Remove picture 21"]')?.click())
  expect(text()).not.toContain('at most 20')
})

it('a picture that is added twice is shown once', async () => {
  const { pictureCount } = await openWith({ existing: 0, added: ['a.webp', 'a.webp'] })
  expect(pictureCount()).toBe(1)
})

it('files that are added during an upload keep its count and its failures', async () => {
  vi.stubGlobal('fetch', (_url: string, { body }: { body: File }) =>
    body.name === 'bad.webp' ? Promise.reject(new TypeError('Failed to fetch')) : new Promise(() => {}),
  )
  const { text, add } = await openWith({ existing: 0, added: ['bad.webp', 'a.webp', 'b.webp'] })
  await add(['c.webp'])
  expect(text()).toContain('Sending 3…')
  expect(text()).toContain('bad.webp: ')
})
