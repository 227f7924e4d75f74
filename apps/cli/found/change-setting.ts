import { readFile } from 'node:fs/promises'
import { readConfiguration } from '../../../platform/configuration/index.ts'
import {
  announceSettings,
  instanceSettings,
  lockInstanceSetting,
  putInstanceSetting,
  type SettingName,
} from '../../../platform/instance-settings/index.ts'
import { hasSeveralMachines } from '../../../platform/jobs/index.ts'
import { writePrivateFile } from '../../../platform/private-file/index.ts'
import { withOwnDatabase } from '../commands/server/own-database.ts'

interface Setting {
  readonly name: SettingName
  /** The file of one machine. */
  readonly file: string
}

/**
 * Replaces a setting of the instance by the result of `change`: its row if the environment names the database of
 * several machines, else the file of this one.
 */
export const changeSetting = async (
  environment: NodeJS.ProcessEnv,
  { name, file }: Setting,
  change: (before: unknown) => object,
): Promise<void> => {
  const isRow = environment.DATABASE_URL !== undefined && (await changeRow(environment, name, change))
  if (!isRow) await writePrivateFile(file, change(await contentOf(file)))
}

/** False if the database knows one machine alone, whose file counts. */
const changeRow = (environment: NodeJS.ProcessEnv, name: SettingName, change: (before: unknown) => object) =>
  withOwnDatabase(readConfiguration(environment).storage, (database) =>
    database.identity(async (tx) => {
      if (!(await hasSeveralMachines(tx)) && (await instanceSettings(tx)).size === 0) return false
      await putInstanceSetting(tx, name, change(await lockInstanceSetting(tx, name)))
      await announceSettings(tx)
      return true
    }),
  )

const contentOf = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
