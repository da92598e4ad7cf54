import { validateForm } from '@nashta/browser/form-validation'
import { paymentDetailsSchema, paymentForm } from '@nashta/contracts/orders/payment-details'
import { describe, expect, it } from 'vitest'

const card = {
  method: 'card',
  cardNumber: '4111 1111 1111 1111',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
  cvv: '123',
}
const sentCard = {
  method: 'card',
  cardNumber: '4111111111111111',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
}

describe('paying', () => {
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
  ])('sends %j without its CVV', (form, sent) => {
    expect(validateForm(paymentForm, form)).toEqual({ ok: true, values: sent })
  })

  it.each(['cardNumber', 'cardHolderName', 'expiryDate', 'cvv'])('by card needs %s', (field) => {
    for (const value of ['', '  ', undefined]) {
      expect(validateForm(paymentForm, { ...card, [field]: value })).toEqual({
        ok: false,
        errors: { [field]: 'Please fill in all card details' },
      })
    }
  })

  it.each([
    [{ method: 'upi', upiId: ' ' }, { upiId: 'Please enter your UPI ID' }],
    [{ method: 'upi' }, { upiId: 'Please enter your UPI ID' }],
    [{ method: 'netbanking', bankName: '' }, { bankName: 'Please select your bank' }],
    [{ method: 'netbanking', bankName: 'Other' }, { bankName: 'Please select your bank' }],
    [{ method: 'cheque' }, { method: 'Please choose a payment method' }],
    [{}, { method: 'Please choose a payment method' }],
  ])('with %j says why not', (form, errors) => {
    expect(validateForm(paymentForm, form)).toEqual({ ok: false, errors })
  })
})

describe('the shop', () => {
  it('never sees a CVV, even when one is sent', () => {
    expect(paymentDetailsSchema.parse(card)).toEqual(sentCard)
  })

  it('does not repeat a card number in what it says of a wrong card', () => {
    const result = paymentDetailsSchema.safeParse({
      ...card,
      cardNumber: '41111111111111112222',
      expiryDate: '',
    })

    expect(result.success).toBe(false)
    expect(JSON.stringify(result.error?.issues)).not.toContain('4111')
  })
})
