import { DOCUMENTS_SQL } from '@nashta/documents/sqlite-documents'

/** The tables of the stores that have become documents. The second migration moves their rows. */
export const STORES_BEFORE_DOCUMENTS_SQL = `
  CREATE TABLE addressBooks (userId TEXT PRIMARY KEY, addresses TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE simulatedCharges (
    key TEXT PRIMARY KEY,
    amountPaise INTEGER NOT NULL,
    transactionId TEXT NOT NULL,
    declined TEXT,
    settlesAt TEXT NOT NULL,
    behaviour TEXT NOT NULL,
    bankPage TEXT NOT NULL,
    token TEXT NOT NULL,
    refunds TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE newsletterSubscribers (
    email TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'unsubscribed')),
    askedAt TEXT NOT NULL
  ) STRICT;

  CREATE TABLE newsletterLinks (
    tokenHash TEXT PRIMARY KEY,
    email TEXT NOT NULL REFERENCES newsletterSubscribers (email) ON DELETE CASCADE,
    mailedAt TEXT NOT NULL,
    confirmedAt TEXT
  ) STRICT;

  CREATE TABLE shop (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;

  CREATE TABLE tickets (
    number TEXT PRIMARY KEY,
    tokenHash TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    mailedAt TEXT,
    list TEXT NOT NULL,
    place TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE operatorLog (
    entry INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    bySub TEXT NOT NULL,
    byUsername TEXT NOT NULL,
    byEmail TEXT,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    action TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
`

const LOG_LISTS = [
  `'log#all'`,
  `'log#kind#' || kind`,
  `'log#subject#' || kind || '#' || subject`,
  `'log#by#' || bySub`,
]

const moveLogTo = (pk: string) => `
  INSERT INTO documents (pk, sk, version, body)
    SELECT ${pk}, at || '#' || printf('%012d', entry) || '#moved', 1, json_object(
      'at', at, 'by', json_object('sub', bySub, 'username', byUsername, 'email', byEmail),
      'kind', kind, 'subject', subject, 'action', action, 'changes', json(changes)
    ) FROM operatorLog;
`

/** The keys and bodies are those of the stores. The triggers make the operators' log append-only. */
export const DOCUMENTS_MIGRATION_SQL = `
  ${DOCUMENTS_SQL}

  INSERT INTO documents (pk, sk, version, body)
    SELECT 'addresses#' || userId, 'addresses', 1, json_object('addresses', json(addresses)) FROM addressBooks;

  INSERT INTO documents (pk, sk, version, body)
    SELECT 'shop', 'record', 1, record FROM shop;

  INSERT INTO documents (pk, sk, version, body, expiresAt)
    SELECT 'charge#' || key, 'charge', 1, json_object(
      'amountPaise', amountPaise, 'transactionId', transactionId, 'declined', declined, 'settlesAt', settlesAt,
      'behaviour', behaviour, 'bankPage', bankPage, 'token', token, 'refunds', refunds
    ), (unixepoch(settlesAt) + 365 * 24 * 60 * 60) * 1000 FROM simulatedCharges;

  INSERT INTO documents (pk, sk, version, body, list, place)
    SELECT 'newsletter#' || email, 'subscriber', 1, json_object(
      'email', email, 'name', name, 'status', status, 'askedAt', askedAt, 'mailed', (
        SELECT json_group_array(json_object('tokenHash', tokenHash, 'mailedAt', mailedAt) ORDER BY mailedAt)
        FROM newsletterLinks WHERE newsletterLinks.email = newsletterSubscribers.email
      )
    ), iif(status = 'pending', 'newsletter-pending', NULL), iif(status = 'pending', askedAt, NULL)
    FROM newsletterSubscribers;

  INSERT INTO documents (pk, sk, version, body)
    SELECT 'newsletter-link#' || tokenHash, 'link', 1, iif(confirmedAt IS NULL,
      json_object('email', email, 'mailedAt', mailedAt),
      json_object('email', email, 'mailedAt', mailedAt, 'confirmedAt', confirmedAt)
    ) FROM newsletterLinks;

  INSERT INTO documents (pk, sk, version, body, list, place)
    SELECT 'ticket#' || number, 'ticket', 1, record, 'tickets-' || list, place FROM tickets;
  INSERT INTO documents (pk, sk, version, body)
    SELECT 'ticket-token#' || tokenHash, 'token', 1, json_object('number', number)
    FROM tickets WHERE tokenHash NOT LIKE 'erased:%';
  INSERT INTO documents (pk, sk, version, body)
    SELECT 'ticket-address#' || email, number, 1, '{}' FROM tickets WHERE tokenHash NOT LIKE 'erased:%';
  INSERT INTO documents (pk, sk, version, body, expiresAt)
    SELECT 'ticket-mails#' || email, 'mails', 1, json_object('mailedAt', json_group_array(mailedAt)),
      (unixepoch(max(mailedAt)) + 24 * 60 * 60) * 1000
    FROM tickets WHERE mailedAt IS NOT NULL GROUP BY email;

  ${LOG_LISTS.map(moveLogTo).join('')}

  DROP TABLE addressBooks;
  DROP TABLE shop;
  DROP TABLE simulatedCharges;
  DROP TABLE newsletterLinks;
  DROP TABLE newsletterSubscribers;
  DROP TABLE tickets;
  DROP TABLE operatorLog;

  CREATE TRIGGER operatorLogUnchanged BEFORE UPDATE ON documents WHEN old.pk GLOB 'log#*' BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
  END;
  CREATE TRIGGER operatorLogKept BEFORE DELETE ON documents WHEN old.pk GLOB 'log#*' BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
  END;
`
