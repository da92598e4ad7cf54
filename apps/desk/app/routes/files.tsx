import { importProducts } from '@nashta/contracts/catalogue/import-products'
import { calendarDay } from '@nashta/contracts/dates'
import {
  exportLog,
  exportOffers,
  exportOrderLines,
  exportOrders,
  exportProducts,
  exportStock,
} from '@nashta/contracts/files/exports'
import { useState } from 'react'
import { Link } from 'react-router'
import { ImportProducts } from '../features/files/import-products.tsx'
import { SaveFile } from '../features/files/save-file.tsx'
import { useMayCall } from '../session/desk-session.tsx'
import { Card, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { INPUT, Labelled } from '../ui/inputs.tsx'

/** Tables that go out of the shop, and products that come into it. */
export default function Files() {
  const [today] = useState(() => calendarDay(new Date()))
  const [days, setDays] = useState({ from: '', until: '' })
  const mayImport = useMayCall()(importProducts)
  const saveProducts = <SaveFile name="products" label="Save as CSV" endpoint={exportProducts} />
  const chosen = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ''))
  return (
    <>
      <PageHeading title="Files" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Products">
          {mayImport ? <ImportProducts>{saveProducts}</ImportProducts> : saveProducts}
        </Card>
        <div className="grid gap-4">
          <Card title="Orders and the log">
            <div className="mb-3 grid grid-cols-2 gap-3">
              {(['from', 'until'] as const).map((end) => (
                <Labelled key={end} label={end === 'from' ? 'From' : 'Until'}>
                  <input
                    type="date"
                    max={today}
                    value={days[end]}
                    onChange={({ target }) => setDays((latest) => ({ ...latest, [end]: target.value }))}
                    className={INPUT}
                  />
                </Labelled>
              ))}
            </div>
            <div className="flex flex-wrap gap-2">
              <SaveFile name="orders" label="Orders" endpoint={exportOrders} query={chosen} />
              <SaveFile name="order-lines" label="Order lines" endpoint={exportOrderLines} query={chosen} />
              <SaveFile name="log" label="Log" endpoint={exportLog} query={chosen} />
            </div>
            <p className="mt-2 text-sm text-ink-soft">Leave the dates empty for everything.</p>
          </Card>
          <Card title="Stock and offers">
            <div className="flex flex-wrap gap-2">
              <SaveFile name="stock" label="History of stock" endpoint={exportStock} />
              <SaveFile name="offers" label="Offers" endpoint={exportOffers} />
            </div>
            <p className="mt-3 text-sm text-ink-soft">
              Bills are on{' '}
              <Link to="/tax" className={TEXT_LINK}>
                Tax
              </Link>
              , sales on{' '}
              <Link to="/figures" className={TEXT_LINK}>
                Figures
              </Link>
              .
            </p>
          </Card>
        </div>
      </div>
    </>
  )
}
