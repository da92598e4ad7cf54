/**
 * `catalogue.revision` counts every change of a product, `catalogue.version` only those of what is offered: stock
 * changes with each purchase, and must not make cached lists and pages stale. Triggers count, so that no writer can
 * leave it out. `products.revision` is the revision of a product's last change; `removedProducts` holds it for
 * removed products. A purchase sets the next `revision` itself, which saves the trigger a second update.
 */
export const PRODUCTS_SQL = `
  CREATE TABLE products (
    position INTEGER PRIMARY KEY,
    productsId TEXT NOT NULL UNIQUE,
    id TEXT UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    pricePaise INTEGER NOT NULL CHECK (pricePaise >= 0),
    imageUrl TEXT NOT NULL,
    images TEXT NOT NULL,
    imageKeys TEXT NOT NULL,
    category TEXT NOT NULL,
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    stock INTEGER CHECK (stock >= 0),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX productsByRevision ON products (revision);

  CREATE TABLE removedProducts (productsId TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX removedProductsByRevision ON removedProducts (revision);

  CREATE TABLE catalogue (version INTEGER NOT NULL, revision INTEGER NOT NULL) STRICT;
  INSERT INTO catalogue (version, revision) VALUES (0, 0);

  CREATE TRIGGER productAdded AFTER INSERT ON products BEGIN
    UPDATE catalogue SET version = version + 1, revision = revision + 1;
    UPDATE products SET revision = (SELECT revision FROM catalogue) WHERE position = NEW.position;
    DELETE FROM removedProducts WHERE productsId = NEW.productsId;
  END;
  CREATE TRIGGER productChanged
    AFTER UPDATE OF productsId, id, name, description, pricePaise, imageUrl, images, imageKeys, category,
      createdAt, updatedAt ON products
  BEGIN
    UPDATE catalogue SET version = version + 1, revision = revision + 1;
    UPDATE products SET revision = (SELECT revision FROM catalogue) WHERE position = NEW.position;
  END;
  CREATE TRIGGER stockChanged AFTER UPDATE OF stock ON products WHEN OLD.stock IS NOT NEW.stock BEGIN
    UPDATE catalogue SET revision = revision + 1;
    UPDATE products SET revision = (SELECT revision FROM catalogue)
      WHERE position = NEW.position AND revision <> (SELECT revision FROM catalogue);
  END;
  CREATE TRIGGER productRemoved AFTER DELETE ON products BEGIN
    UPDATE catalogue SET version = version + 1, revision = revision + 1;
    INSERT OR REPLACE INTO removedProducts (productsId, revision)
      VALUES (OLD.productsId, (SELECT revision FROM catalogue));
  END;

  CREATE TABLE sales (
    day TEXT NOT NULL,
    productsId TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0),
    PRIMARY KEY (day, productsId)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE productAudit (
    entry INTEGER PRIMARY KEY,
    productsId TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('create', 'update', 'delete')),
    at TEXT NOT NULL,
    bySub TEXT NOT NULL,
    byUsername TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX productAuditByProduct ON productAudit (productsId);
`
