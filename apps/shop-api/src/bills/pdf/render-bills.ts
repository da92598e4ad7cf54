import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { BillPaper } from '@nashta/contracts/orders/bills'
import Pdf from 'pdfkit'
import type { Bill, BillLine } from '../bill.ts'
import {
  amountText,
  buyerLines,
  closingLines,
  discountText,
  factsOf,
  noteBelowTitle,
  noteOnDay,
  orderText,
  priceText,
  quantityText,
  sellerLines,
  showsTax,
  taxesOf,
  titleOf,
} from './bill-texts.ts'

type Doc = PDFKit.PDFDocument

/** Points are 1/72 of an inch. */
const MILLIMETRE = 72 / 25.4
const A4 = { width: 210 * MILLIMETRE, height: 297 * MILLIMETRE, margin: 14 * MILLIMETRE }
const ROLL = { width: 80 * MILLIMETRE, margin: 4 * MILLIMETRE }
/** A roll is as long as its bill. It is drawn once on a longer page to know how long. */
const ROLL_LENGTH_MAX = 14_000

const INK = '#000000'
const GREY = '#555555'

let fonts: { regular: Buffer; bold: Buffer } | undefined

/** Mukta has the letters of English and Hindi, and ₹. It is read once. */
function loadFonts() {
  return (fonts ??= { regular: readFont('mukta-regular.ttf'), bold: readFont('mukta-bold.ttf') })
}

function readFont(name: string) {
  return readFileSync(new URL(`fonts/${name}`, import.meta.url))
}

/** One PDF with each bill on pages of its own. There is at least one bill. */
export async function renderBills(bills: readonly Bill[], paper: BillPaper): Promise<Buffer> {
  const doc = openDocument(bills)
  const bytes = collect(doc)
  for (const bill of bills) {
    await (paper === 'a4' ? drawOnA4(doc, bill) : drawOnRoll(doc, bill))
  }
  doc.end()
  return bytes
}

function openDocument(bills: readonly Bill[]): Doc {
  const [first] = bills
  const doc = new Pdf({
    autoFirstPage: false,
    // The number of pages is written on each when it is known.
    bufferPages: true,
    info: {
      Title: bills.map(({ number }) => number).join(', '),
      Author: first?.seller.tradeName ?? '',
      ...(first && { CreationDate: new Date(first.issuedAt) }),
    },
  })
  const { regular, bold } = loadFonts()
  return doc.registerFont('regular', regular).registerFont('bold', bold)
}

async function collect(doc: Doc): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of doc) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Characters that the font does not have are replaced, so that no box stands on the bill. */
function write(doc: Doc, text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions = {}) {
  const known = text.replace(UNKNOWN, '?')
  const isReordered = DEVANAGARI.test(known)
  if (isReordered) doc.markContent('Span', { actual: known })
  doc.text(known, x, y, { lineGap: -1, ...options })
  if (isReordered) doc.endMarkedContent()
}

/** Its letters are drawn in another order than they are written. A reader copies the text as it was written. */
const DEVANAGARI = /\p{Script=Devanagari}/u

/** Anything but Latin letters, Devanagari, punctuation and ₹. */
const UNKNOWN = /[^\n\u0020-\u024f\u0900-\u097f\u{1e00}-\u{1eff}\u{200c}-\u{200d}\u{2010}-\u{2026}\u{20b9}]/gu

type Column = {
  title: string
  width: number
  align: 'left' | 'right'
  text: (line: BillLine, index: number) => string
  total?: string
}

function columnsOf(bill: Bill, width: number): Column[] {
  const { total } = bill
  const taxes = taxesOf(bill)
  const columns: Column[] = [
    { title: '#', width: 20, align: 'left', text: (_line, index) => String(index + 1) },
    {
      title: 'Description',
      width: 0,
      align: 'left',
      text: (line) => descriptionOf(bill, line),
      total: 'Total',
    },
    { title: 'HSN', width: 44, align: 'left', text: (line) => line.hsn },
    { title: 'Qty', width: 44, align: 'right', text: quantityText },
    { title: 'Price', width: 54, align: 'right', text: priceText },
    ...(showsTax(bill)
      ? [
          {
            title: 'Taxable',
            width: 58,
            align: 'right' as const,
            text: (line: BillLine) => amountText(line.taxablePaise),
            total: amountText(total.taxablePaise),
          },
        ]
      : []),
    ...taxes.map((tax): Column => ({
      title: tax.name,
      width: 58,
      align: 'right',
      text: (line) => `${amountText(tax.amount(line))}\n${tax.rate(line)}`,
      total: amountText(tax.amount(total)),
    })),
    {
      title: 'Amount ₹',
      width: 64,
      align: 'right',
      text: (line) => amountText(line.grossPaise),
      total: amountText(total.grossPaise),
    },
  ]
  const fixed = columns.reduce((sum, column) => sum + column.width, 0)
  return columns.map((column) =>
    column.width === 0 ? Object.assign({}, column, { width: width - fixed }) : column,
  )
}

/** The name of the line, and below it its order and what offers have taken off. */
function descriptionOf(bill: Bill, line: BillLine) {
  const below = [orderText(bill, line), discountText(line)].filter((text) => text !== '').join(', ')
  return below === '' ? line.description : `${line.description}\n${below}`
}

const GAP = 4

async function drawOnA4(doc: Doc, bill: Bill) {
  const { margin } = A4
  const width = A4.width - 2 * margin
  const bottom = A4.height - margin - 20
  const firstPage = doc.bufferedPageRange().count
  doc.addPage({ size: [A4.width, A4.height], margin: 0 })

  doc.font('bold').fontSize(16).fillColor(INK)
  write(doc, titleOf(bill), margin, margin, { width, align: 'center' })
  doc.font('regular').fontSize(9)
  for (const note of [noteBelowTitle(bill), noteOnDay(bill)])
    if (note !== '') write(doc, note, margin, doc.y, { width, align: 'center' })
  const top = doc.y + 10
  const half = (width - 24) / 2
  doc.font('bold').fontSize(12)
  write(doc, bill.seller.tradeName, margin, top, { width: half })
  doc.font('regular').fontSize(9)
  write(doc, sellerLines(bill).join('\n'), margin, doc.y, { width: half })
  doc.moveDown(0.6).font('bold')
  write(doc, 'Buyer and address of delivery', margin, doc.y, { width: half })
  doc.font('regular')
  write(doc, buyerLines(bill).join('\n'), margin, doc.y, { width: half })
  const leftEnd = doc.y
  let y = top
  for (const [label, text] of factsOf(bill)) {
    const x = margin + half + 24
    doc.fillColor(GREY)
    write(doc, label, x, y, { width: 90 })
    doc.fillColor(INK)
    write(doc, text, x + 90, y, { width: half - 90 })
    y = doc.y + 2
  }
  y = Math.max(leftEnd, y) + 14

  const columns = columnsOf(bill, width)
  const drawHead = (at: number) => drawRow(doc, columns, at, (column) => column.title, 'bold')
  y = drawHead(y)
  for (const [index, line] of bill.lines.entries()) {
    // Other requests are handled before the next line is drawn.
    await setImmediate()
    const height = rowHeight(doc, columns, (column) => column.text(line, index))
    if (y + height > bottom) {
      doc.addPage({ size: [A4.width, A4.height], margin: 0 })
      y = drawHead(margin)
    }
    y = drawRow(doc, columns, y, (column) => column.text(line, index), 'regular')
  }
  // The total and what follows it stay together.
  if (y + 110 > bottom) {
    doc.addPage({ size: [A4.width, A4.height], margin: 0 })
    y = drawHead(margin)
  }
  y = drawRow(doc, columns, y, (column) => column.total ?? '', 'bold')
  doc.font('regular').fontSize(9)
  for (const line of closingLines(bill)) {
    write(doc, line, margin, y + 6, { width })
    y = doc.y
  }
  numberPages(doc, bill, firstPage)
}

function rowHeight(doc: Doc, columns: readonly Column[], textOf: (column: Column) => string) {
  doc.font('regular').fontSize(9)
  const heights = columns.map((column) =>
    doc.heightOfString(textOf(column) || ' ', { width: column.width - GAP, lineGap: -1 }),
  )
  return Math.max(...heights) + 2 * GAP
}

function drawRow(
  doc: Doc,
  columns: readonly Column[],
  y: number,
  textOf: (column: Column) => string,
  font: 'regular' | 'bold',
): number {
  const { margin } = A4
  const height = rowHeight(doc, columns, textOf)
  doc.font(font).fontSize(9).fillColor(INK)
  let x = margin
  for (const column of columns) {
    write(doc, textOf(column), x, y + GAP, { width: column.width - GAP, align: column.align })
    x += column.width
  }
  const end = y + height
  doc.moveTo(margin, end).lineTo(x, end).lineWidth(0.5).strokeColor(GREY).stroke()
  return end
}

/** Each page of a bill names it, in case the sheets are mixed up. */
function numberPages(doc: Doc, { number }: Bill, firstPage: number) {
  const { start, count } = doc.bufferedPageRange()
  const pages = start + count - firstPage
  for (let page = 0; page < pages; page += 1) {
    doc.switchToPage(firstPage + page)
    doc.font('regular').fontSize(8).fillColor(GREY)
    const y = A4.height - A4.margin - 10
    write(doc, `${number}, page ${page + 1} of ${pages}`, A4.margin, y, {
      width: A4.width - 2 * A4.margin,
      align: 'right',
    })
  }
}

async function drawOnRoll(doc: Doc, bill: Bill) {
  const trial = openDocument([bill])
  trial.addPage({ size: [ROLL.width, ROLL_LENGTH_MAX], margin: 0 })
  const height = (await drawRollPage(trial, bill)) + ROLL.margin
  doc.addPage({ size: [ROLL.width, height], margin: 0 })
  await drawRollPage(doc, bill)
}

/** Returns where the bill ends. */
async function drawRollPage(doc: Doc, bill: Bill): Promise<number> {
  const { margin } = ROLL
  const width = ROLL.width - 2 * margin
  const line = (text: string, options: PDFKit.Mixins.TextOptions = {}) =>
    write(doc, text, margin, doc.y, { width, ...options })
  /** A text at the left and an amount at the right of one line. */
  const pair = (label: string, amount: string) => {
    const y = doc.y
    write(doc, amount, margin, y, { width, align: 'right' })
    const end = doc.y
    write(doc, label, margin, y, { width: width - doc.widthOfString(amount) - GAP })
    doc.y = Math.max(doc.y, end)
  }
  const rule = () => {
    const y = doc.y + 3
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .strokeColor(INK)
      .stroke()
    doc.y = y + 3
  }
  doc.y = margin
  doc.fillColor(INK).font('bold').fontSize(11)
  line(bill.seller.tradeName, { align: 'center' })
  doc.font('regular').fontSize(8)
  for (const text of sellerLines(bill)) line(text, { align: 'center' })
  rule()
  doc.font('bold').fontSize(10)
  line(titleOf(bill), { align: 'center' })
  doc.font('regular').fontSize(8)
  for (const note of [noteBelowTitle(bill), noteOnDay(bill)]) if (note !== '') line(note, { align: 'center' })
  for (const [label, text] of factsOf(bill)) line(`${label}: ${text}`)
  rule()
  for (const text of buyerLines(bill)) line(text)
  rule()
  for (const each of bill.lines) {
    await setImmediate()
    pair(each.description, amountText(each.grossPaise))
    doc.fontSize(7)
    line(rollDetails(bill, each))
    doc.fontSize(8)
  }
  rule()
  if (showsTax(bill)) pair('Taxable value', amountText(bill.total.taxablePaise))
  for (const tax of taxesOf(bill)) pair(tax.name, amountText(tax.amount(bill.total)))
  doc.font('bold').fontSize(10)
  pair('Total ₹', amountText(bill.total.grossPaise))
  doc.font('regular').fontSize(8)
  for (const text of closingLines(bill)) line(text)
  return doc.y
}

function rollDetails(bill: Bill, line: BillLine) {
  const quantity = line.units ? [`${quantityText(line)} × ${priceText(line)}`] : []
  const discount = discountText(line)
  const less = discount === '' ? [] : [discount]
  const order = orderText(bill, line)
  const ordered = order === '' ? [] : [order]
  const hsn = line.hsn === '' ? [] : [`HSN ${line.hsn}`]
  const tax = showsTax(bill) ? [`taxable ${amountText(line.taxablePaise)}`] : []
  const taxes = taxesOf(bill).map(
    ({ name, rate, amount }) => `${name} ${rate(line)} ${amountText(amount(line))}`,
  )
  return [...ordered, ...quantity, ...less, ...hsn, ...tax, ...taxes].join(', ')
}
