import type { Migration } from '@nashta/sqlite/migrate'

/** Whoever has given a product the revision that it is about to get, as purchases do, has it written once. */
export const stock: Migration = {
  id: 10,
  name: 'stock',
  sql: `
    DROP TRIGGER stockChanged;
    CREATE TRIGGER stockChanged AFTER UPDATE OF stock ON products WHEN OLD.stock IS NOT NEW.stock BEGIN
      UPDATE catalogue SET revision = revision + 1;
      UPDATE products SET revision = (SELECT revision FROM catalogue)
        WHERE position = NEW.position AND revision <> (SELECT revision FROM catalogue);
    END;
  `,
}
