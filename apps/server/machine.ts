import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefusal, type Configuration } from '../../platform/configuration/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { announceSettings } from '../../platform/instance-settings/index.ts'
import { admitMachine, releaseMachine } from '../../platform/jobs/index.ts'
import { makeKeyFile } from '../../platform/private-file/index.ts'
import { undefinedIfAbsent } from '../../platform/storage/index.ts'
import type { Closer } from './closer.ts'

/** The machine that a server is on: its data folder, which processes on it share. */
export interface Machine {
  readonly id: string
  /** Whether its objects and keys are where other machines have them too. */
  readonly shares: boolean
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const startMs = 60_000

/**
 * The machine of the data folder, with a lease for the time of the start. Throws StartRefusal if another machine works
 * with the database, and one of the two has objects or keys in a folder of its own.
 */
export const openMachine = async (
  { storage, sandbox, secrets }: Configuration,
  database: Database,
  closing: Closer,
): Promise<Machine> => {
  const file = join(storage.dataFolder, 'machine')
  const id = (await readId(file)) ?? (await makeKeyFile(file, `${randomUUID()}\n`)).trim()
  // The embedded database has one machine: a row for another machine came with a backup.
  const shares = storage.databaseUrl === undefined || (secrets.rootKeys !== undefined && storage.bucket !== undefined)
  const beat = { machine: id, sandboxLimit: sandbox.limit, shares, works: false, leaseMs: startMs, address: null }
  const isAdmitted = await database.instance(async (tx) => {
    // A formerly single machine takes its settings over.
    if (shares) await announceSettings(tx)
    return admitMachine(tx, beat)
  })
  if (!isAdmitted)
    throw new StartRefusal(
      `Another machine works with this database, and one of the two has its objects or keys in its own data folder. ` +
        `Set SECRETS_ENCRYPTION_KEY and ATELIER_OBJECTS on each machine to the same values, and restart the other one first. ` +
        `After a machine was switched off, wait a minute.`,
    )
  closing.onClose(() => database.instance((tx) => releaseMachine(tx, { machine: id })).catch(() => undefined))
  return { id, shares }
}

const readId = async (file: string) => {
  const text = await readFile(file, 'utf8').catch(undefinedIfAbsent)
  if (text === undefined || idForm.test(text.trim())) return text?.trim()
  throw new StartRefusal(`${file} has no id of a machine. Delete the file.`)
}
