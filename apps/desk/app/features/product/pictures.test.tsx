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

/** Dispatches a drag event with text or files. Returns whether the browser's own action is prevented. */
function dispatchDrag(target: Element | null, name: string, { files = [] as File[] } = {}) {
  const event = new Event(name, { bubbles: true, cancelable: true })
  const types = files.length > 0 ? ['Files'] : ['text/plain']
  Object.assign(event, { dataTransfer: { files, types } })
  act(() => void target?.dispatchEvent(event))
  return event.defaultPrevented
}

it('text that is dropped into the text field of a picture is left to the browser', async () => {
  const { host, field, pictureCount, advance } = await openWith({ existing: 1, added: [] })
  for (const name of ['dragover', 'drop']) expect(dispatchDrag(field('What it shows'), name)).toBe(false)

  const files = [new File(['x'], 'a.webp', { type: 'image/webp' })]
  for (const name of ['dragover', 'drop'])
    expect(dispatchDrag(field('What it shows'), name, { files })).toBe(true)
  await advance(10)
  expect(pictureCount()).toBe(2)
  // Elsewhere, browsers would open a dropped link in place of the page.
  expect(dispatchDrag(host.querySelector('li img'), 'drop')).toBe(true)
})

it('dragging a picture moves it, and dragging the text of its text field does not', async () => {
  const { host, field } = await openWith({ existing: 2, added: [] })
  const pictures = () => Array.from(host.querySelectorAll('li img'))
  const sources = () => pictures().map((each) => each.getAttribute('src'))
  dispatchDrag(field('What it shows'), 'dragstart')
  dispatchDrag(pictures()[1] ?? null, 'drop')
  expect(sources()).toEqual(['/images/0.webp', '/images/1.webp'])

  dispatchDrag(pictures()[0] ?? null, 'dragstart')
  dispatchDrag(pictures()[1] ?? null, 'drop')
  expect(sources()).toEqual(['/images/1.webp', '/images/0.webp'])
})
