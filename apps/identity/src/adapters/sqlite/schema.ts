import { OUTBOX_SQL } from '@nashta/outbox/sqlite-outbox'
import type { Migration } from '@nashta/sqlite/migrate'

const IDENTITY_SQL = `
  -- foldedEmail: the address in lower case.
  -- signUpDevice: a hashed id.
  -- contested: 1 if this sign-up replaced an unconfirmed sign-up with the same address.
  CREATE TABLE users (
    sub TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    foldedEmail TEXT NOT NULL UNIQUE,
    emailVerified INTEGER NOT NULL,
    pendingEmail TEXT,
    confirmed INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    passwordHash TEXT NOT NULL,
    signUpDevice TEXT,
    contested INTEGER NOT NULL,
    termsVersion TEXT,
    attributes TEXT NOT NULL,
    createdAt TEXT NOT NULL
  ) STRICT;
  CREATE INDEX unconfirmedUsers ON users (createdAt) WHERE confirmed = 0;

  -- Earlier e-mail addresses of an account. An erasure also deletes the shop's data under them.
  CREATE TABLE formerEmails (
    sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    foldedEmail TEXT NOT NULL,
    PRIMARY KEY (sub, foldedEmail)
  ) STRICT, WITHOUT ROWID;

  -- A code has one row for each device that may use the code, because tries are counted per device.
  -- Example: a sign-up code has a row for the device that signed up, and one for unknown devices.
  -- device: a hashed id, or empty for all unknown devices together.
  CREATE TABLE codes (
    sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    device TEXT NOT NULL,
    hash TEXT NOT NULL,
    mailedTo TEXT NOT NULL,
    expiresAt TEXT NOT NULL,
    tries INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (sub, purpose, device)
  ) STRICT, WITHOUT ROWID;

  -- A later link of a user has a higher id.
  -- secondFactor: the user's secret in secondFactors when the link was made, or null.
  CREATE TABLE links (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    mailedTo TEXT NOT NULL,
    secondFactor TEXT,
    expiresAt TEXT NOT NULL
  ) STRICT;
  CREATE INDEX linksOfUser ON links (sub);
  CREATE INDEX linksByExpiry ON links (expiresAt);

  -- A call that changes no account writes here instead. So its duration does not reveal which
  -- accounts exist.
  CREATE TABLE decoyWrites (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL) STRICT;

  CREATE TABLE groups (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE memberships (
    sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    groupName TEXT NOT NULL REFERENCES groups (name),
    PRIMARY KEY (sub, groupName)
  ) STRICT, WITHOUT ROWID;

  -- device: a name for people, such as Chrome on Android.
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    clientId TEXT NOT NULL,
    refreshHash TEXT NOT NULL UNIQUE,
    device TEXT,
    signedInAt TEXT NOT NULL,
    lastUsedAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL,
    revoked INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessionsOfUser ON sessions (sub);
  CREATE INDEX sessionsByExpiry ON sessions (expiresAt);

  -- pendingSecret, secret: encrypted. A secret is pending until the user enters a code of it.
  -- lastUsedStep: the time step of the last used code. This and earlier codes do not work again.
  CREATE TABLE secondFactors (
    sub TEXT PRIMARY KEY REFERENCES users (sub) ON DELETE CASCADE,
    pendingSecret TEXT,
    secret TEXT,
    lastUsedStep INTEGER NOT NULL,
    isOn INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE recoveryCodes (
    sub TEXT NOT NULL REFERENCES secondFactors (sub) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (sub, hash)
  ) STRICT, WITHOUT ROWID;

  -- One row for each sign-in whose password was right and whose code is missing.
  -- checkedHash: the user's passwordHash when the password was checked. If the password changes
  -- later, the challenge fails.
  CREATE TABLE challenges (
    hash TEXT PRIMARY KEY,
    sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    clientId TEXT NOT NULL,
    checkedHash TEXT NOT NULL,
    expiresAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX challengesOfUser ON challenges (sub);
  CREATE INDEX challengesByExpiry ON challenges (expiresAt);

  -- subject: the user or e-mail address that the attempts are counted for. A known device of a user
  -- or address has a subject of its own.
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attemptsOfSubject ON attempts (subject, kind, at);
  CREATE INDEX attemptsByAge ON attempts (at);

  CREATE TABLE lockOuts (
    subject TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    lockedUntil TEXT NOT NULL,
    lastAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lockOutsByAge ON lockOuts (lastAt);
`

const INVITATIONS_SQL = `
  -- hash: of the token in the newest mail. invitedBy: the sub of the administrator.
  CREATE TABLE invitations (
    foldedEmail TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    invitedBy TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    sentAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitationsOfAdministrator ON invitations (invitedBy);
`

/** The migrations in the order in which they are applied. A released migration is never changed. */
export const identityMigrations: readonly Migration[] = [
  { id: 1, name: 'identity', sql: IDENTITY_SQL + OUTBOX_SQL },
  { id: 2, name: 'invitations', sql: INVITATIONS_SQL },
]
