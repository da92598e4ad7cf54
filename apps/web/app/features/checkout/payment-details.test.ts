import { paymentDetailsSchema } from '@nashta/contracts/orders/payment-details'
import { describe, expect, it } from 'vitest'
import { validatePayment } from './payment-values.ts'

const card = {
  method: 'card',
  cardNumber: '4111 1111 1111 1111',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
}
const sentCard = {
  method: 'card',
  cardNumber: '4111111111111111',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
}

describe('validatePayment', () => {
  it.each([
    [card, sentCard],
    [
      { method: 'upi', upiId: ' asha@upi ' },
      { method: 'upi', upiId: 'asha@upi' },
    ],
    [
      { method: 'netbanking', bankName: 'KOTAK' },
      { method: 'netbanking', bankName: 'KOTAK' },
    ],
    [{ method: 'cod' }, { method: 'cod' }],
  ])('the payment form sends %j as %j, without the CVV', (form, sent) => {
    expect(validatePayment(form, '123')).toEqual({ ok: true, values: sent })
  })

  it.each(['cardNumber', 'cardHolderName', 'expiryDate', 'cvv'])(
    'the payment form needs %s of a card',
    (field) => {
      for (const value of ['', '  ', undefined]) {
        // `validatePayment` takes the CVV apart from the form, and ignores it in the form.
        const form = { ...card, cvv: '123', [field]: value }
        expect(validatePayment(form, form.cvv ?? '')).toEqual({
          ok: false,
          errors: { [field]: 'Please fill in all card details' },
        })
      }
    },
  )

  it('the payment form names every missing card field, the CVV last', () => {
    const result = validatePayment({ method: 'card', cardNumber: '4111' }, '')

    // The form moves focus to the first of these fields, so their order counts.
    expect(result.ok || Object.entries(result.errors)).toEqual([
      ['cardHolderName', 'Please fill in all card details'],
      ['expiryDate', 'Please fill in all card details'],
      ['cvv', 'Please fill in all card details'],
    ])
  })

  it.each([
    [{ method: 'upi', upiId: ' ' }, { upiId: 'Please enter your UPI ID' }],
    [{ method: 'upi' }, { upiId: 'Please enter your UPI ID' }],
    [{ method: 'netbanking', bankName: '' }, { bankName: 'Please select your bank' }],
    [{ method: 'netbanking', bankName: 'Other' }, { bankName: 'Please select your bank' }],
    [{ method: 'cheque' }, { method: 'Please choose a payment method' }],
    [{}, { method: 'Please choose a payment method' }],
  ])('the payment form explains why %j cannot be sent', (form, errors) => {
    expect(validatePayment(form, '123')).toEqual({ ok: false, errors })
  })
})

describe('paymentDetailsSchema', () => {
  it('the payment details of an order hold no CVV, even when a client sends one', () => {
    expect(paymentDetailsSchema.parse({ ...card, cvv: '123' })).toEqual(sentCard)
  })

  it('the error of an invalid card does not repeat the card number', () => {
    const result = paymentDetailsSchema.safeParse({
      ...card,
      cardNumber: '41111111111111112222',
      expiryDate: '',
    })

    expect(result.success).toBe(false)
    expect(JSON.stringify(result.error?.issues)).not.toContain('4111')
  })
})
