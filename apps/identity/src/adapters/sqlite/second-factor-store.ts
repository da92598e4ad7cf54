import type { PayloadCipher } from '@nashta/outbox/payload-cipher'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { SecondFactorStore } from '../../second-factor/second-factor-store.ts'
import { fromBase32, isAppCode, matchingStep } from '../../second-factor/totp.ts'
import { createSessionRows } from './session-rows.ts'

type FactorRow = { pendingSecret: string | null; secret: string | null; lastUsedStep: number; isOn: number }
type ChallengeRow = Record<'hash' | 'sub' | 'clientId' | 'checkedHash' | 'expiresAt', string>

/** The rows that set a second factor up. All functions must run in `database.write`. */
export function createSecondFactorRows({ prepare }: Pick<Database, 'prepare'>, cipher: PayloadCipher) {
  const setPending = prepare(`
    INSERT INTO secondFactors (sub, pendingSecret, lastUsedStep, isOn) VALUES (@sub, @pendingSecret, 0, 0)
    ON CONFLICT (sub) DO UPDATE SET pendingSecret = @pendingSecret
  `)
  const setVerified = prepare(`
    UPDATE secondFactors SET secret = pendingSecret, pendingSecret = NULL, lastUsedStep = @step WHERE sub = @sub
  `)
  const deleteRecoveryCodes = prepare('DELETE FROM recoveryCodes WHERE sub = ?')
  const insertRecoveryCode = prepare('INSERT INTO recoveryCodes (sub, hash) VALUES (@sub, @hash)')
  return {
    setPending: (sub: string, secret: string) =>
      setPending.run({ sub, pendingSecret: cipher.encrypt(secret, sub) }),
    /**
     * Starts to use the pending secret, with new recovery codes. Also marks the step as used, so
     * that the code that was entered does not sign in afterwards.
     */
    setVerified(sub: string, { step, recoveryHashes }: { step: number; recoveryHashes: readonly string[] }) {
      setVerified.run({ sub, step })
      deleteRecoveryCodes.run(sub)
      for (const hash of recoveryHashes) insertRecoveryCode.run({ sub, hash })
    },
  }
}

/** `cipher` encrypts the secrets in the database. `outbox` must write to the same database. */
export function createSqliteSecondFactorStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  cipher: PayloadCipher,
): SecondFactorStore {
  const { prepare, write } = database
  const sessionRows = createSessionRows(database)
  const factorRows = createSecondFactorRows(database, cipher)
  const selectFactor = prepare<FactorRow>('SELECT * FROM secondFactors WHERE sub = ?')
  const setStep = prepare('UPDATE secondFactors SET lastUsedStep = @step WHERE sub = @sub')
  const useRecoveryCode = prepare('DELETE FROM recoveryCodes WHERE sub = @sub AND hash = @hash')
  // Stores a stronger hash of the same password, unless the password has changed since it was checked.
  const upgradePasswordHash = prepare(
    'UPDATE users SET passwordHash = @rehash WHERE sub = @sub AND passwordHash = @checkedHash',
  )
  const pruneChallenges = prepare('DELETE FROM challenges WHERE expiresAt <= ?')
  const insertChallenge = prepare(`
    INSERT INTO challenges (hash, sub, clientId, checkedHash, expiresAt)
    VALUES (@hash, @sub, @clientId, @checkedHash, @expiresAt)
  `)
  const selectChallenge = prepare<ChallengeRow>(
    'SELECT * FROM challenges WHERE hash = @hash AND expiresAt > @at',
  )
  const deleteChallenge = prepare('DELETE FROM challenges WHERE hash = ?')

  /** The time step that the code belongs to. Null for a wrong code, and without a secret. */
  const stepOf = (sub: string, secret: string | null, code: string, at: Date) =>
    secret === null ? null : matchingStep(fromBase32(cipher.decrypt(secret, sub)), code, at)

  /**
   * Checks the code and, if it is right, makes sure that it does not work again. A text that is not
   * a code of an authenticator app is checked as a recovery code. Returns the kind of a right code.
   */
  function redeemCode(
    sub: string,
    { code, recoveryHash, at }: { code: string; recoveryHash: string; at: Date },
  ) {
    if (!isAppCode(code)) {
      const isRecoveryCode = useRecoveryCode.run({ sub, hash: recoveryHash }).changes > 0
      return isRecoveryCode ? 'recovery code' : 'wrong code'
    }
    const factor = selectFactor.get(sub)
    const step = stepOf(sub, factor?.secret ?? null, code, at)
    if (step === null || !factor) return 'wrong code'
    if (step <= factor.lastUsedStep) return 'used code'
    setStep.run({ sub, step })
    return 'app code'
  }

  return {
    isOn: (sub) => selectFactor.get(sub)?.isOn === 1,
    isVerified: (sub) => typeof selectFactor.get(sub)?.secret === 'string',
    async associate(sub, secret) {
      await write(() => factorRows.setPending(sub, secret))
    },
    async verify({ sub, code, at, recoveryHashes, ifReplaced }) {
      return write(() => {
        const { pendingSecret = null, isOn = 0 } = selectFactor.get(sub) ?? {}
        if (pendingSecret === null) return 'no secret'
        const step = stepOf(sub, pendingSecret, code, at)
        if (step === null) return 'wrong code'
        factorRows.setVerified(sub, { step, recoveryHashes })
        if (isOn === 0) return 'verified'
        sessionRows.endOthers(sub, ifReplaced.endSessionsExcept)
        outbox.add(ifReplaced.mail)
        return 'replaced'
      })
    },
    async createChallenge({ createdAt, expiresAt, checkedHash, rehash, ...challenge }) {
      await write(() => {
        pruneChallenges.run(createdAt.toISOString())
        const isRehashed =
          rehash !== null && upgradePasswordHash.run({ sub: challenge.sub, checkedHash, rehash }).changes > 0
        // `respond` refuses the challenge if the user no longer has this hash, for example after a
        // change of password.
        const expectedHash = isRehashed ? rehash : checkedHash
        insertChallenge.run({
          ...challenge,
          checkedHash: expectedHash,
          expiresAt: expiresAt.toISOString(),
        })
      })
    },
    async findChallenge(hash, at) {
      const row = selectChallenge.get({ hash, at: at.toISOString() })
      return row ? { ...row, expiresAt: new Date(row.expiresAt) } : null
    },
    async respond({ challengeHash, session, lockOutSubject, ...response }) {
      const { sub, signedInAt: at } = session
      return write(() => {
        const challenge = selectChallenge.get({ hash: challengeHash, at: at.toISOString() })
        if (challenge?.sub !== sub || selectFactor.get(sub)?.isOn !== 1) return 'no challenge'
        if (!sessionRows.isUserUnchanged({ sub, checkedHash: challenge.checkedHash })) return 'no challenge'

        const result = redeemCode(sub, { ...response, at })
        if (result === 'wrong code' || result === 'used code') return result
        deleteChallenge.run(challengeHash)
        sessionRows.insertNewAndPrune(session)
        sessionRows.clearLockOut(lockOutSubject)
        return result === 'recovery code' ? 'signed in with recovery code' : 'signed in'
      })
    },
  }
}
