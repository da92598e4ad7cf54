import type { Migration } from '@nashta/sqlite/migrate'

export const products: Migration = {
  id: 1,
  name: 'products',
  sql: `
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
        stock INTEGER CHECK (stock >= 0)
      ) STRICT;

      CREATE TABLE catalogue (version INTEGER NOT NULL) STRICT;
      INSERT INTO catalogue (version) VALUES (0);

      CREATE TRIGGER productAdded AFTER INSERT ON products BEGIN UPDATE catalogue SET version = version + 1; END;
      CREATE TRIGGER productChanged AFTER UPDATE ON products BEGIN UPDATE catalogue SET version = version + 1; END;
      CREATE TRIGGER productRemoved AFTER DELETE ON products BEGIN UPDATE catalogue SET version = version + 1; END;
    `,
}
