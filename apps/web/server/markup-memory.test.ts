import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createMarkupMemory } from './markup-memory.ts'

it('keeps what a page has marked, and takes the marks out', () => {
  const beginPage = createMarkupMemory()
  const page = beginPage()
  const [menu, card] = [page.mark('menu'), page.mark('card')]
  const html = `<ul data-kept="${menu}" class="a"><li>Aloo <ul><li>Bhujia ₹20</li></ul></li><li data-kept="${card}">Chikki</li></ul><ul></ul>`

  expect(page.keepMarked(html)).toBe(
    '<ul class="a"><li>Aloo <ul><li>Bhujia ₹20</li></ul></li><li>Chikki</li></ul><ul></ul>',
  )
  const next = beginPage()
  expect(next.find('card')).toBe('Chikki')
  expect(next.find('menu')).toBe('<li>Aloo <ul><li>Bhujia ₹20</li></ul></li><li>Chikki</li>')
})

it('passes over what was drawn for a page that was not finished', () => {
  const page = createMarkupMemory()()
  page.mark('menu')
  expect(page.keepMarked('<p>Sorry</p>')).toBe('<p>Sorry</p>')
  expect(page.find('menu')).toBeUndefined()
})

it('is not taken in by a mark of another page', () => {
  const beginPage = createMarkupMemory()
  const [page, another] = [beginPage(), beginPage()]
  page.mark('menu')
  const html = `<p data-kept="${another.mark('menu')}">Sev</p>`
  expect(page.keepMarked(html)).toBe(html)
  expect(page.find('menu')).toBeUndefined()
})

it('lets go of the pages that it keeps something of', () => {
  const beginPage = createMarkupMemory()
  const before = megabytesInUse()
  for (let index = 0; index < 100; index += 1) {
    const page = beginPage()
    const card = page.mark(`card ${index}`)
    page.keepMarked(`<ul><li data-kept="${card}">Motichoor laddoo ₹${index}</li></ul>${'.'.repeat(200_000)}`)
  }
  expect(megabytesInUse() - before).toBeLessThan(10)
  expect(beginPage().find('card 99')).toBe('Motichoor laddoo ₹99')
})

function megabytesInUse() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}
