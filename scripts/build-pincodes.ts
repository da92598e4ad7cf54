/**
 * Writes the table of pincodes that is part of the Shop API. Its source is a CSV file with the
 * columns pincode, district and GST state code. The CSV file is made from the All India Pincode
 * Directory, whose licence is in NOTICE.md beside the table.
 *
 *   node scripts/build-pincodes.ts pincodes.csv
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { encodePincodes, PINCODES_FILE } from '../apps/shop-api/src/delivery/pincode-table.ts'

const [path = ''] = process.argv.slice(2)
const [_columnNames, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
const rows = lines.map((line) => {
  const [pincode = '', district = '', stateCode = ''] = line.split(',')
  return { pincode: Number(pincode), district, stateCode }
})
writeFileSync(PINCODES_FILE, encodePincodes(rows))
