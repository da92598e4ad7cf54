import { PRODUCT_FIELDS, type ProductField } from '@nashta/contracts/catalogue/product-fields'
import { describeTerms } from '@nashta/contracts/delivery/delivery-texts'
import { deliveryZonesReply } from '@nashta/contracts/delivery/delivery-zones'
import type { FormField, FormInput } from '@nashta/contracts/form-fields'
import { GST_STATES } from '@nashta/contracts/gst-states'
import { asPaise, formatRupees } from '@nashta/contracts/money'
import { offerTermsSchema } from '@nashta/contracts/offers/offer-terms'
import { describeOfferTerms } from '@nashta/contracts/offers/offer-texts'
import type { LoggedChange, LogKind } from '@nashta/contracts/operators/operator-log'
import type { RefundState } from '@nashta/contracts/orders/order-payment'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { SHOP_FIELDS } from '@nashta/contracts/shop/shop-fields'
import { HOME_SECTIONS } from '@nashta/contracts/storefront/home-rules'
import { formatAmount, formatMonth, formatNumberOf, formatTime } from '../../data/formats.ts'
import { OFFER_FIELD_LABELS } from '../../data/offer-labels.ts'
import { paymentLabel, statusLabel } from '../../data/order-labels.ts'

export const LOG_KIND_LABELS: Record<LogKind, string> = {
  product: 'Products',
  shop: 'Settings',
  order: 'Orders',
  customer: 'Customers',
  operator: 'Staff',
  offer: 'Offers',
}

/** One changed field in words. `from` and `to` are empty for an absent value. */
export type ChangeText = { label: string; from: string; to: string }

/** What an operator did, without the changed fields: `changed` and `Donut`. */
export type EntryText = {
  verb: string
  subject: string
  /** The page of the subject; null for what has none. */
  path: string | null
}

export function describeEntry({ kind, subject, action, name, changes }: LoggedChange): EntryText {
  const verb = VERBS.get(`${action} ${kind}`) ?? VERBS.get(action) ?? action
  switch (kind) {
    case 'order':
      return {
        verb,
        subject: `order #${orderNumber(subject)}`,
        path: `/orders/${encodeURIComponent(subject)}`,
      }
    case 'product': {
      const { from, to } = changes['name'] ?? {}
      const known = [name, to, from].find((each) => typeof each === 'string')
      const path =
        action === 'delete' || name === undefined ? null : `/products/${encodeURIComponent(subject)}`
      return { verb, subject: known ?? subject, path }
    }
    case 'offer': {
      const { from, to } = changes['name'] ?? {}
      const known = [name, to, from].find((each) => typeof each === 'string')
      return { verb, subject: known === undefined ? 'an offer' : `the offer ${known}`, path: '/offers' }
    }
    case 'shop':
      return { verb, ...(SHOP_SUBJECTS.get(subject) ?? returnSubject(subject) ?? SETTINGS) }
    case 'customer':
      return { verb, subject: customerSubject(action, name), path: null }
    case 'operator':
      return { verb, subject, path: '/staff' }
    default:
      return { verb, subject, path: null }
  }
}

function customerSubject(action: string, name: string | undefined) {
  if (action === 'export') return 'a file with names of people'
  return action === 'delete' ? 'the personal data of a customer' : `the customer ${name ?? 'who was erased'}`
}

const SETTINGS = { subject: 'the settings of the shop', path: '/settings' }

const SHOP_SUBJECTS = new Map([
  ['shelves', { subject: 'the shelves', path: '/shelves' }],
  ['synonyms', { subject: 'the words of the search', path: '/search-words' }],
  ['home', { subject: 'the home page', path: '/home' }],
  ['menus', { subject: 'the menus', path: '/menus' }],
  ['courier cash', { subject: 'the cash of couriers', path: '/courier-cash' }],
])

/** The tax return of a month: `return 2026-11`. */
function returnSubject(subject: string) {
  const [, month] = /^return (\d{4}-\d\d)$/.exec(subject) ?? []
  return month === undefined
    ? null
    : { subject: `the tax return of ${formatMonth(month)}`, path: `/tax?month=${month}` }
}

const VERBS = new Map([
  ['close', 'closed'],
  ['create', 'added'],
  ['update', 'changed'],
  ['delete', 'deleted'],
  ['delete customer', 'erased'],
  ['export', 'took'],
  ['grant', 'gave a role to'],
  ['revoke', 'took a role from'],
  ['invite', 'invited'],
  ['withdraw', 'withdrew the invitation of'],
])

type Changes = LoggedChange['changes']

/** The changed fields in words, without those that only the program needs. */
export function describeChanges({
  kind,
  subject,
  changes,
}: Pick<LoggedChange, 'kind' | 'subject' | 'changes'>): ChangeText[] {
  const entries = Object.entries(changes)
  switch (kind) {
    case 'product':
      return entries.flatMap(([field, { from, to }]) => describeProductField(field, from, to))
    case 'order':
      return entries.map(([field, change]) => describeWith(ORDER_FIELDS.get(field), field, change))
    case 'shop':
      if (subject === 'shelves') return entries.map(([name, change]) => describeShelf(name, change))
      if (subject === 'synonyms')
        return entries.map(([phrase, change]) =>
          describeWith({ label: phrase, text: anyText }, phrase, change),
        )
      if (subject === 'home' || subject === 'menus')
        return entries.map(([field, change]) => describeWith(PAGE_FIELDS.get(field), field, change))
      if (returnSubject(subject))
        return entries.map(([field, change]) => describeWith(RETURN_FIELDS.get(field), field, change))
      return entries.flatMap(([field, change]) => describeShopField(field, change))
    case 'offer':
      return entries
        .filter(([field]) => !SILENT_OFFER_FIELDS.has(field))
        .map(([field, change]) => describeWith(OFFER_WORDS.get(field), field, change))
    default:
      return entries.map(([field, change]) => describeWith(OTHER_FIELDS.get(field), field, change))
  }
}

type Words = { label: string; text: (value: unknown) => string }

function describeWith(words: Words | undefined, field: string, { from, to }: Changes[string]): ChangeText {
  const { label, text } = words ?? { label: wordsOf(field), text: anyText }
  return { label, from: text(from), to: text(to) }
}

const REFUND_WORDS: Record<RefundState, string> = {
  requested: 'asked for',
  sent: 'sent',
  done: 'paid back',
  failed: 'failed',
}

const GOODS_WORDS = new Map([
  ['back', 'back in the stock'],
  ['expected', 'expected back'],
  ['lost', 'not coming back'],
])

const DELIVERY_WORDS = new Map([
  ['PROCESSING', 'In the shop'],
  ['SHIPPED', 'Shipped'],
  ['OUT_FOR_DELIVERY', 'Out for delivery'],
  ['DELIVERED', 'Delivered'],
])

const ORDER_FIELDS = new Map<string, Words>([
  ['orderStatus', { label: 'Status', text: (value) => statusLabel(anyText(value)) }],
  ['deliveryStatus', { label: 'Delivery', text: (value) => wordIn(DELIVERY_WORDS, value) }],
  ['payment', { label: 'Payment', text: (value) => paymentLabel(anyText(value)) }],
  ['refunds', { label: 'Refunds', text: (value) => listText(value, refundText) }],
  ['edits', { label: 'Edits', text: (value) => listText(value, editText, '; ') }],
  ['furtherPayments', { label: 'Further payments', text: (value) => listText(value, furtherText) }],
  ['replacements', { label: 'Replacements', text: (value) => listText(value, replacementText) }],
  ['bill', { label: 'Bill', text: anyText }],
  ['joined', { label: 'Shown with', text: anyText }],
  ['packing', { label: 'Packing', text: packingText }],
  ['goods', { label: 'Goods', text: (value) => listText(value, (fate) => wordIn(GOODS_WORDS, fate)) }],
  ['expectedBack', { label: 'Expected back', text: (value) => (isEmpty(value) ? '' : unitsText(value)) }],
  ['parcels', { label: 'Parcels', text: (value) => listText(value, parcelText) }],
  ['printedAt', { label: 'Printed', text: timeText }],
  ['notes', { label: 'Notes', text: anyText }],
])

const OTHER_FIELDS = new Map<string, Words>([
  ['roles', { label: 'Roles', text: anyText }],
  ['invitedAs', { label: 'Invited as', text: anyText }],
  ['orders', { label: 'Orders with a name', text: anyText }],
  [
    'tags',
    { label: 'Tags', text: (value) => (typeof value === 'number' ? formatNumberOf(value, 'tag') : '') },
  ],
  ['note', { label: 'A note', text: anyText }],
  ['joined', { label: 'Joined with', text: anyText }],
  ['noCash', { label: 'Cash on delivery', text: (value) => (value === true ? 'not taken' : 'taken') }],
  ['file', { label: 'File', text: anyText }],
  ['rows', { label: 'Rows', text: anyText }],
])

/** What is logged with a product, and is no field of it. */
const OF_PRODUCTS = new Map<string, Words>([
  ['rating', { label: 'A rating', text: anyText }],
  ['ratingAnswer', { label: 'The answer to a rating', text: anyText }],
  ['recall', { label: 'Recalled', text: anyText }],
])

/** Fields that only the program needs. */
const SILENT_OFFER_FIELDS = new Set(['id', 'createdAt'])

const OFFER_WORDS = new Map<string, Words>([
  ...Object.entries(OFFER_FIELD_LABELS).map(([field, label]): [string, Words] => [
    field,
    { label: label.replace(' ₹', ''), text: anyText },
  ]),
  ['terms', { label: OFFER_FIELD_LABELS.terms, text: offerTermsText }],
  ['startsAt', { label: OFFER_FIELD_LABELS.startsAt, text: timeText }],
  ['endsAt', { label: OFFER_FIELD_LABELS.endsAt, text: timeText }],
  ['isPaused', { label: 'Paused', text: anyText }],
  ['endedAt', { label: 'Ended', text: timeText }],
])

function offerTermsText(terms: unknown) {
  const parsed = offerTermsSchema.safeParse(terms)
  return parsed.success ? describeOfferTerms(parsed.data) : anyText(terms)
}

function refundText(refund: unknown) {
  const { state, amountPaise }: { state?: unknown; amountPaise?: unknown } = Object(refund)
  return `${amountText(amountPaise)} ${wordIn(new Map(Object.entries(REFUND_WORDS)), state)}`
}

function editText(edit: unknown) {
  const { lines = [], parts = [], totalPaise = {}, refusedAt, undoneAt } = Object(edit)
  const changed = [
    ...lines.map(
      ({ name, before, after }: Record<string, unknown>) =>
        `${anyText(name)} ${anyText(after)} instead of ${anyText(before)}`,
    ),
    ...parts.map((part: unknown) => `another ${anyText(part)}`),
    ...(refusedAt === undefined ? [] : ['refused by the shopper']),
    ...(undoneAt === undefined ? [] : ['undone']),
  ]
  return `${changed.join(', ')} (${amountText(totalPaise.after)})`
}

function furtherText(payment: unknown) {
  const { state, amountPaise } = Object(payment)
  return `${amountText(amountPaise)} ${paymentLabel(anyText(state)).toLowerCase()}`
}

function replacementText(replacement: unknown) {
  const { purchaseId, units } = Object(replacement)
  return `#${orderNumber(anyText(purchaseId))} (${unitsText(units)})`
}

/** The log has no tracking numbers: on the page of a courier they lead to an address. */
function parcelText(parcel: unknown) {
  const { courier, updatedAt } = Object(parcel)
  return `${anyText(courier)} (${timeText(updatedAt)})`
}

function packingText(packing: unknown) {
  const { begunAt, packedAt } = Object(packing)
  if (packedAt !== undefined) return `packed ${timeText(packedAt)}`
  return begunAt === undefined ? '' : `begun ${timeText(begunAt)}`
}

function unitsText(stock: unknown) {
  const units = Array.isArray(stock) ? stock.map((each) => Number(Object(each).quantity)) : []
  return formatNumberOf(
    units.reduce((sum, each) => sum + each, 0),
    'unit',
  )
}

/** Fields that follow from others, or that only the program needs. */
const SILENT_PRODUCT_FIELDS = new Set([
  'products_id',
  'id',
  'createdAt',
  'updatedAt',
  'imageUrl',
  'imageKeys',
])

function describeProductField(stored: string, from: unknown, to: unknown): ChangeText[] {
  if (SILENT_PRODUCT_FIELDS.has(stored)) return []
  if (stored === 'images') {
    if (isEmpty(from) && isEmpty(to)) return []
    const [before, after] = [picturesText(from), picturesText(to)]
    return [{ label: 'Pictures', from: before, to: before === after ? 'others' : after }]
  }
  if (stored === 'imageAlts') {
    const texts = describeWith(PICTURE_TEXTS, stored, { from, to })
    return texts.from === texts.to ? [] : [texts]
  }
  const fields = new Map<string, ProductField>(Object.entries(PRODUCT_FIELDS))
  const field = fields.get(stored) ?? fields.get(stored.replace(/Paise$/, ''))
  if (field === undefined || field.kind === 'list')
    return [describeWith(OF_PRODUCTS.get(stored), stored, { from, to })]
  // A product without this flag is published.
  if (stored !== 'published' && isNoBothTimes(field, from, to)) return []
  return describeField(field, from, to)
}

/** A form that is saved writes no flag for one that was stored as no, and the other way round. */
function isNoBothTimes({ kind }: FormField, from: unknown, to: unknown) {
  return kind === 'flag' && from !== true && to !== true
}

const PICTURE_TEXTS: Words = { label: 'Descriptions of pictures', text: anyText }

/** A group has one line for each part that differs. */
function describeField(field: FormField, from: unknown, to: unknown): ChangeText[] {
  if (field.kind === 'group') {
    return Object.entries(field.parts).flatMap(([part, input]) =>
      describeField(input, Object(from)[part], Object(to)[part]),
    )
  }
  const [before, after] = [inputText(field, from), inputText(field, to)]
  return before === after ? [] : [{ label: field.label.replace(' ₹', ''), from: before, to: after }]
}

function inputText({ kind, choices = [] }: FormInput, value: unknown): string {
  // Amounts are stored in paise.
  if (kind === 'amount') return amountText(value)
  const choice = choices.find((each) => typeof each === 'object' && each[0] === value)
  return typeof choice === 'object' ? choice[1] : anyText(value)
}

function picturesText(value: unknown) {
  return isEmpty(value) ? '' : formatNumberOf(Array.isArray(value) ? value.length : 1, 'picture')
}

const PAGE_FIELDS = new Map<string, Words>([
  ['header', { label: 'Header', text: (value) => listText(value, entryText) }],
  ['phone', { label: 'Menu on phones', text: (value) => listText(value, entryText) }],
  ['footer', { label: 'Footer', text: (value) => listText(value, columnText) }],
  ['announcement', { label: 'Line above every page', text: (value) => anyText(Object(value).text) }],
  ['slides', { label: 'Slides', text: (value) => listText(value, slideText) }],
  ['sections', { label: 'Sections', text: (value) => listText(value, sectionText) }],
  ['publishedAt', { label: 'Published at a time', text: timeText }],
])

const RETURN_FIELDS = new Map<string, Words>([
  ['total', { label: 'Sold, with tax', text: rupeesText }],
  ['taxable', { label: 'Taxable value', text: rupeesText }],
  ['igst', { label: 'IGST', text: rupeesText }],
  ['cgst', { label: 'CGST', text: rupeesText }],
  ['sgst', { label: 'SGST', text: rupeesText }],
  ['bills', { label: 'Bills', text: anyText }],
  ['creditNotes', { label: 'Credit notes', text: anyText }],
])

function rupeesText(value: unknown) {
  return typeof value === 'number' ? formatAmount(value) : ''
}

function entryText(entry: unknown) {
  return anyText(Object(entry).label)
}

function columnText(column: unknown) {
  const { title, links } = Object(column)
  return `${anyText(title)}: ${listText(links, entryText)}`
}

function slideText(slide: unknown) {
  const { title, text, to } = Object(slide)
  return `${anyText(title)} (${anyText(text)} ${anyText(to)})`
}

function sectionText(section: unknown) {
  return wordIn(new Map<string, string>(Object.entries(HOME_SECTIONS)), section)
}

/** A changed shelf under its former name, or the order of all. */
function describeShelf(name: string, { from, to }: Changes[string]): ChangeText {
  if (Array.isArray(from) || Array.isArray(to))
    return { label: 'Order', from: anyText(from), to: anyText(to) }
  return { label: `Shelf ${name}`, from: shelfText(from), to: shelfText(to) }
}

function shelfText(shelf: unknown): string {
  if (isEmpty(shelf)) return ''
  const { name, slug, text, picture, isHidden } = Object(shelf)
  const parts = [name, `/collections/${slug}`, text, picture && 'with a picture', isHidden && 'hidden']
  return parts.filter(Boolean).map(anyText).join(', ')
}

function describeShopField(name: string, { from, to }: Changes[string]): ChangeText[] {
  if (name === 'delivery') return describeZones(from, to)
  const field = new Map<string, FormField>(Object.entries(SHOP_FIELDS)).get(name)
  if (field === undefined) return [describeWith(undefined, name, { from, to })]
  return isNoBothTimes(field, from, to) ? [] : describeField(field, from, to)
}

/** One line for each zone that differs. */
function describeZones(from: unknown, to: unknown): ChangeText[] {
  const [before, after] = [zoneTexts(from), zoneTexts(to)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const change = { from: before.get(name) ?? '', to: after.get(name) ?? '' }
    return change.from === change.to ? [] : [{ label: `Delivery, ${name}`, ...change }]
  })
}

function zoneTexts(delivery: unknown) {
  const parsed = deliveryZonesReply.safeParse(delivery)
  if (!parsed.success) return new Map<string, string>()
  const { zones, rest } = parsed.data
  return new Map([
    ...zones.map((zone): [string, string] => {
      const places = [...zone.pincodes, ...zone.states.map((code) => GST_STATES[code] ?? code)]
      return [zone.name, `${places.join(', ')}: ${describeTerms(zone)}`]
    }),
    ['everywhere else', describeTerms(rest)],
  ])
}

function amountText(value: unknown) {
  return typeof value === 'number' ? formatRupees(asPaise(value)) : ''
}

function timeText(value: unknown) {
  return typeof value === 'string' ? formatTime(value) : ''
}

function wordIn(words: ReadonlyMap<string, string>, value: unknown) {
  const text = anyText(value)
  return words.get(text) ?? text
}

function listText(value: unknown, text: (item: unknown) => string, separator = ', ') {
  return Array.isArray(value) ? value.map(text).join(separator) : anyText(value)
}

function isEmpty(value: unknown) {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** A value of a field that this page does not know: the Shop API may be newer. */
function anyText(value: unknown): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(anyText).join(', ')
  const parts = Object.entries(Object(value)).filter(([, part]) => !isEmpty(part))
  return parts.map(([name, part]) => `${wordsOf(name)}: ${anyText(part)}`).join(', ')
}

/** `shelfLifeDays` as `Shelf life days`. */
function wordsOf(name: string) {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
