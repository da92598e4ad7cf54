import type { Migration } from '@nashta/sqlite/migrate'

/**
 * `revision` counts every change of a product, `version` only those of what is offered: stock moves with
 * each purchase, and must not make whole lists and pages look old. Triggers do the counting, so that no
 * writer can forget it. `products.revision` is where a product changed last; `removedProducts` keeps that
 * for those that are gone.
 */
export const catalogue: Migration = {
  id: 2,
  name: 'catalogue',
  sql: `
      DROP TRIGGER productAdded;
      DROP TRIGGER productChanged;
      DROP TRIGGER productRemoved;

      ALTER TABLE catalogue ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE products ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX productsByRevision ON products (revision);

      CREATE TABLE removedProducts (productsId TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX removedProductsByRevision ON removedProducts (revision);

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
        UPDATE products SET revision = (SELECT revision FROM catalogue) WHERE position = NEW.position;
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
    `,
}
