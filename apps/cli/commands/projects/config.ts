import { findCredentials, findStored } from '../../client/credentials.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import {
  isSetting,
  isValue,
  profileFile,
  profileSettings,
  readProfile,
  storeProfile,
  type ProfileSetting,
} from '../../profile/profile.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

const names = Object.keys(profileSettings) as ProfileSetting[]

/** `atelier config`: prints the server and the settings, with the file of each, but never the key. */
export const listSettings = async ({ environment, output }: Session): Promise<void> => {
  const profile = await readProfile(environment)
  const url = await serverOf(environment)
  const file = profileFile(environment)
  output.show(
    { file, server: url ?? null, ...profile },
    `${'server'.padEnd(9)} ${url ?? `none; ${atelier} login finds or asks for one`}`,
  )
  for (const name of names) output.print(`${name.padEnd(9)} ${printable(profile[name] ?? 'not set')}`)
  output.print(`${'file'.padEnd(9)} ${file}`)
}

const serverOf = async (environment: Session['environment']) =>
  (await findCredentials(environment).catch(() => undefined))?.url ?? (await findStored(environment))?.url

/** `atelier config get` */
export const getSetting = async ({ environment, output }: Session, named: string): Promise<void> => {
  const value = named === 'server' ? await serverOf(environment) : (await readProfile(environment))[settingNamed(named)]
  if (value === undefined) throw absent('not_set', `${named} is not set.`)
  output.show({ [named]: value }, printable(value))
}

/** `atelier config set`, and without a value `unset`. */
export const setSetting = async ({ environment, output }: Session, named: string, value?: string): Promise<void> => {
  const name = settingNamed(named)
  if (value !== undefined && !isValue(name, value))
    throw usage(`${name} does not take “${value}”. It is ${profileSettings[name].about}.`)
  const { [name]: _before, ...others } = await readProfile(environment)
  const file = await storeProfile(environment, { ...others, ...(value !== undefined && { [name]: value }) })
  output.show(
    { file, [name]: value ?? null },
    value === undefined ? `${name} is not set any more.` : `${name} is ${printable(value)}.`,
  )
}

const settingNamed = (name: string): ProfileSetting => {
  if (name === 'server') throw usage(`The server comes with its key: ${atelier} login --url <address>`)
  if (!isSetting(name)) throw usage(`There is no setting “${name}”. There are: ${names.join(', ')}`)
  return name
}
