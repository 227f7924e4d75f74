import { join } from 'node:path'
import { readConfiguration, StartRefusal } from '../../../../platform/configuration/index.ts'
import { findRootKeys } from '../../../../platform/crypto/index.ts'
import { rotateRootKeys } from '../../../server/rotate-root-keys.ts'
import { conflict, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted } from '../../terminal/text.ts'
import { withOwnDatabase } from './own-database.ts'

/** `atelier secrets rotate-root`: replaces the root key, on the server's machine, with the settings of the server. */
export const rotateRoot = async (session: Session): Promise<void> => {
  const { output, signal, environment } = session
  session.ifInterrupted('Stopped. Every secret can be read; run this again to go on.')
  const { storage, rootKeys, file } = await settingsOf(environment)
  await withOwnDatabase(storage, async (database) => {
    const progress = (done: number, all: number) =>
      output.say(`${done} of ${all} data keys are wrapped with the new root key.`)
    const rotated = await rotateRootKeys({ database, rootKeys, signal, progress }).catch((error: unknown) => {
      throw error instanceof StartRefusal ? conflict('root_key_in_use', error.message) : error
    })
    output.document(rotated)
    output.print(
      `${counted(rotated.rewrapped, 'data key')} wrapped anew; root key ${rotated.current} wraps all of them.`,
    )
    if (rotated.unused.length > 0)
      output.print(`Take the others out of ${file} (${rotated.unused.join(', ')}), and restart every process.`)
  })
}

const settingsOf = async (environment: NodeJS.ProcessEnv) => {
  try {
    const { storage, secrets } = readConfiguration(environment)
    const keyFile = join(storage.dataFolder, 'secrets.key')
    const { databaseUrl } = storage
    const rootKeys = await findRootKeys({ databaseUrl, given: secrets.rootKeys, file: keyFile, fresh: false })
    if (!rootKeys)
      throw usage(
        'SECRETS_ENCRYPTION_KEY is not set. Give it as the server has it: the new key, a comma, the old ones.',
      )
    return { storage, rootKeys, file: databaseUrl === undefined ? keyFile : 'SECRETS_ENCRYPTION_KEY' }
  } catch (error) {
    throw error instanceof StartRefusal ? usage(error.message, 'settings') : error
  }
}
