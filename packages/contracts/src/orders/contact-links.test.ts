import { expect, it } from 'vitest'
import { callLink, whatsAppLink } from './contact-links.ts'

it('a number is dialled with the code of India, however it was typed', () => {
  for (const phone of ['98123 45678', '098123-45678', '+91 98123 45678'])
    expect(whatsAppLink(phone)).toBe('https://wa.me/919812345678')
  expect(callLink('9812345678')).toBe('tel:+919812345678')
})

it('a message is ready to send', () => {
  expect(whatsAppLink('9812345678', 'Pay here: https://x.example/a?b')).toBe(
    'https://wa.me/919812345678?text=Pay%20here%3A%20https%3A%2F%2Fx.example%2Fa%3Fb',
  )
})
