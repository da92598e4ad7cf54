// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from './failure-text.ts'
import { render } from './render.fixture.tsx'
import { type FormOptions, useForm } from './use-form.ts'

const schema = z
  .object({
    name: z.string().check(z.minLength(1, 'A name, please')),
    price: z.string().check(z.regex(/^\d+$/, 'Digits, please')),
    days: z.array(z.string().check(z.regex(/^\d$/, 'One digit each'))),
  })
  .check(z.refine(({ name }) => name !== 'nobody', 'Nobody cannot buy'))

type Options = FormOptions<typeof schema, undefined>

const ignore = async () => {}

const failToLoad = () => Promise.reject(new TypeError('Failed to fetch'))

const readDays: NonNullable<Options['read']> = (fields) => ({
  ...fields,
  days: String(fields['days']).split(' ').filter(Boolean),
})

type FormProps = { send?: Options['send']; schema?: Options['schema'] }

function Form({ send = ignore, schema: rules = schema }: FormProps) {
  const form = useForm<typeof schema>({ schema: rules, send, failed: 'Not saved', read: readDays })
  return (
    <form {...form.formProps}>
      {/* The schema declares the fields in another order. */}
      {['price', 'name', 'days'].map((name) => {
        const { id, error } = form.field(name)
        return (
          <label key={name}>
            <input id={id} name={name} />
            <span data-note={name}>{error}</span>
          </label>
        )
      })}
      <button type="submit">Save</button>
      <p data-note="failure">{form.failure}</p>
    </form>
  )
}

it('the first wrong field on the page gets the focus and is scrolled to, and nothing is sent', async () => {
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView')
  const send = vi.fn<Options['send']>()
  const { field, note, press } = await render(<Form send={send} />)
  await press('Save')
  expect([note('price'), note('name'), note('days')]).toEqual(['Digits, please', 'A name, please', ''])
  expect(document.activeElement).toBe(field('price'))
  expect(scrolledTo.mock.contexts).toEqual([field('price')])
  expect(send).not.toHaveBeenCalled()
})

it('an error stays while its field is wrong, and goes as soon as the field is right', async () => {
  const { note, press, type } = await render(<Form />)
  await press('Save')
  await type('price', '4 rupees')
  expect(note('price')).toBe('Digits, please')
  await type('price', '4')
  expect([note('price'), note('name')]).toEqual(['', 'A name, please'])
})

it('a field with a list shows the error of an entry; valid values are sent as the schema gives them', async () => {
  const send = vi.fn<Options['send']>()
  const { note, press, type } = await render(<Form send={send} />)
  await type('price', '4')
  await type('name', 'Chips')
  await type('days', '1 22')
  await press('Save')
  expect(note('days')).toBe('One digit each')
  await type('days', '1 2')
  await press('Save')
  expect(send.mock.calls[0]?.[0]).toEqual({ price: '4', name: 'Chips', days: ['1', '2'] })
})

it('an error that belongs to no field is the failure of the form', async () => {
  const { note, press, type } = await render(<Form />)
  await type('price', '4')
  await type('name', 'nobody')
  await press('Save')
  expect(note('failure')).toBe('Nobody cannot buy')
  await type('name', 'Asha')
  expect(note('failure')).toBe('')
})

it('a choice that nobody has made shows its error, which stays until a choice is made', async () => {
  const goodsSchema = z.object({ goods: z.enum(['back', 'lost'], 'Please choose') })
  function Goods() {
    const [polls, setPolls] = useState(0)
    const form = useForm({ schema: goodsSchema, send: ignore, failed: '' })
    return (
      <form {...form.formProps}>
        <input type="radio" name="goods" value="back" />
        <input type="radio" name="goods" value="lost" />
        <span data-note="goods">{form.field('goods').error}</span>
        <p data-note="failure">{form.failure}</p>
        <button type="submit">Save</button>
        <button type="button" onClick={() => setPolls(polls + 1)}>
          Poll
        </button>
      </form>
    )
  }
  const { field, note, press } = await render(<Goods />)
  await press('Save')
  expect([note('goods'), note('failure')]).toEqual(['Please choose', ''])
  expect(document.activeElement).toBe(field('goods'))
  await press('Poll')
  expect(note('goods')).toBe('Please choose')
  field('goods').checked = true
  await press('Poll')
  expect(note('goods')).toBe('')
})

it('an error goes when the program has filled the field in', async () => {
  const placeSchema = z.object({ city: z.string().check(z.minLength(1, 'A city, please')) })
  function Address() {
    const [city, setCity] = useState('')
    const form = useForm({ schema: placeSchema, send: ignore, failed: '', read: () => ({ city }) })
    return (
      <form {...form.formProps}>
        <input name="city" value={city} onChange={({ target }) => setCity(target.value)} />
        <span data-note="city">{form.field('city').error}</span>
        <button type="submit">Save</button>
        <button type="button" onClick={() => setCity('Bengaluru')}>
          Use the city of the pincode
        </button>
      </form>
    )
  }
  const { note, press } = await render(<Address />)
  await press('Save')
  expect(note('city')).toBe('A city, please')
  await press('Use the city of the pincode')
  expect(note('city')).toBe('')
})

it('a field that the server refuses shows why until its value changes', async () => {
  const refusal = new Refusal('Somebody else has changed the price', { price: 'It is 45 now' })
  const { field, note, press, type } = await render(<Form send={() => Promise.reject(refusal)} />)
  await type('price', '40')
  await type('name', 'Chips')
  await press('Save')
  expect([note('price'), note('failure')]).toEqual(['It is 45 now', 'Somebody else has changed the price'])
  expect(document.activeElement).toBe(field('price'))
  await type('name', 'Crisps')
  expect(note('price')).toBe('It is 45 now')
  await type('price', '41')
  expect(note('price')).toBe('')
})

it('a form whose rules cannot be loaded says so, and keeps what was typed', async () => {
  const { field, note, press, type } = await render(<Form schema={failToLoad} />)
  await type('name', 'Chips')
  await press('Save')
  expect(note('failure')).toBe('Not saved')
  expect(field('name').value).toBe('Chips')
})
