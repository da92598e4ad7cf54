import { PRODUCT_FIELD_LIST } from '../../catalogue/product.ts'

// The table was made without these columns. `RATINGS_OF_PRODUCTS_SQL` and `LATER_RATES_SQL` add them.
const RATING = 'rating'
const LATER_RATES = 'laterGstRates'
const firstFields = PRODUCT_FIELD_LIST.filter(({ column }) => column !== RATING && column !== LATER_RATES)
const columns = firstFields.map(({ column, sql }) => `${column} ${sql}`)
const columnNames = firstFields.map(({ column }) => column)
const columnsExceptStock = columnNames.filter((name) => name !== 'stock')

/** Sets both columns to the same number: SQL computes both from the old `lastChange`. */
const COUNT_CHANGE =
  'UPDATE catalogue SET lastChange = lastChange + 1, lastChangeExceptStock = lastChange + 1'

/**
 * The tables of products and sales. Each change of a product has a number:
 * - `catalogue.lastChange` is the number of the latest change.
 * - `catalogue.lastChangeExceptStock` is the number of the latest change of anything but stock.
 * - `products.changeNumber` is the number of the latest change of that product.
 * - `removedProducts.changeNumber` is the number of the removal.
 *
 * Triggers assign the numbers, so that no statement can omit them. Only a purchase assigns the
 * number itself: it sets `changeNumber` to `lastChange + 1` together with `stock`, so that the
 * trigger `stockChanged` need not write the row a second time.
 */
export const PRODUCTS_SQL = `
  CREATE TABLE products (
    position INTEGER PRIMARY KEY,
    ${columns.join(',\n    ')},
    changeNumber INTEGER NOT NULL DEFAULT 0,
    CHECK (mrpPaise >= pricePaise)
  ) STRICT;
  CREATE INDEX productsByChange ON products (changeNumber);

  CREATE TABLE removedProducts (productsId TEXT PRIMARY KEY, changeNumber INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX removedProductsByChange ON removedProducts (changeNumber);

  CREATE TABLE catalogue (lastChange INTEGER NOT NULL, lastChangeExceptStock INTEGER NOT NULL) STRICT;
  INSERT INTO catalogue (lastChange, lastChangeExceptStock) VALUES (0, 0);

  CREATE TRIGGER productAdded AFTER INSERT ON products BEGIN
    ${COUNT_CHANGE};
    UPDATE products SET changeNumber = (SELECT lastChange FROM catalogue) WHERE position = NEW.position;
    DELETE FROM removedProducts WHERE productsId = NEW.productsId;
  END;
  ${productChangedTrigger(columnsExceptStock)}
  CREATE TRIGGER stockChanged AFTER UPDATE OF stock ON products WHEN OLD.stock IS NOT NEW.stock BEGIN
    UPDATE catalogue SET lastChange = lastChange + 1;
    UPDATE products SET changeNumber = (SELECT lastChange FROM catalogue)
      WHERE position = NEW.position AND changeNumber <> (SELECT lastChange FROM catalogue);
  END;
  CREATE TRIGGER productRemoved AFTER DELETE ON products BEGIN
    ${COUNT_CHANGE};
    INSERT OR REPLACE INTO removedProducts (productsId, changeNumber)
      VALUES (OLD.productsId, (SELECT lastChange FROM catalogue));
  END;

  CREATE TABLE sales (
    day TEXT NOT NULL,
    productsId TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (day, productsId)
  ) STRICT, WITHOUT ROWID;
`

function productChangedTrigger(names: readonly string[]) {
  return `CREATE TRIGGER productChanged AFTER UPDATE OF ${names.join(', ')} ON products BEGIN
    ${COUNT_CHANGE};
    UPDATE products SET changeNumber = (SELECT lastChange FROM catalogue) WHERE position = NEW.position;
  END;`
}

/** The average of a product's ratings, and an index by which the packs of a family are found. */
export const RATINGS_OF_PRODUCTS_SQL = `
  ALTER TABLE products ADD COLUMN ${RATING} TEXT;
  DROP TRIGGER productChanged;
  ${productChangedTrigger([...columnsExceptStock, RATING])}
  CREATE INDEX productsByFamily ON products (family) WHERE family IS NOT NULL;
`

/** GST rates with their first days. */
export const LATER_RATES_SQL = `
  ALTER TABLE products ADD COLUMN ${LATER_RATES} TEXT;
  DROP TRIGGER productChanged;
  ${productChangedTrigger([...columnsExceptStock, RATING, LATER_RATES])}
`
