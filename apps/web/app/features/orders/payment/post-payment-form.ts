import type { OrderPayment } from '@nashta/contracts/orders/order-payment'

/**
 * Opens the provider's page, where the shopper pays. A shopper who comes back without paying can
 * post the same form again.
 */
export function postPaymentForm({ url, fields }: NonNullable<OrderPayment['form']>) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // A field named “submit” would hide the form's own method `submit`.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}
