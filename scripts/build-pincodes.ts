/**
 * Writes the table of pincodes that the Shop API ships. Its source is a CSV file with the columns pincode, district and
 * GST state code, made from the All India Pincode Directory (NOTICE.md beside the table has its licence):
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
