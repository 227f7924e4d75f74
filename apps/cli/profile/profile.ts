import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jsonObject } from '../../../packages/foreign-json/index.ts'
import { writePrivateFile } from '../../../platform/private-file/index.ts'
import { credentialsFile } from '../client/credentials.ts'
import { usage } from '../failure.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A person's settings for their own use of the command line; the server and the key are `login`'s. */
export const profileSettings = {
  project: {
    about: 'the project where a folder is none and --project is not given: its name or id',
    values: undefined,
  },
  protect: {
    about: 'whether an import takes files with secrets along, encrypted: ask, always or never',
    values: ['ask', 'always', 'never'],
  },
} as const satisfies Record<string, { readonly about: string; readonly values: readonly string[] | undefined }>

export type ProfileSetting = keyof typeof profileSettings
export type Profile = Partial<Record<ProfileSetting, string>>

export const profileFile = (environment: Environment): string =>
  join(dirname(credentialsFile(environment)), 'config.json')

/** The stored settings; a file that is not ours is reported, since a setting in it would be ignored. */
export const readProfile = async (environment: Environment): Promise<Profile> => {
  const file = profileFile(environment)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw usage(`${file} cannot be read: ${error.message}`, 'profile_unreadable')
  })
  const stored = jsonObject(text)
  const wrong = stored && Object.entries(stored).find(([name, value]) => !isSetting(name) || !isValue(name, value))
  if (!stored || wrong)
    throw usage(
      `${file} ${wrong ? `has “${wrong[0]}”, which is no setting or has no value that it takes` : 'is not JSON'}. Mend it, or remove it.`,
      'profile_unreadable',
    )
  return stored
}

export const isSetting = (name: string): name is ProfileSetting => Object.hasOwn(profileSettings, name)

export const isValue = (name: ProfileSetting, value: unknown): boolean => {
  const values: readonly string[] | undefined = profileSettings[name].values
  return typeof value === 'string' && value !== '' && value.length <= 200 && (values?.includes(value) ?? true)
}

/** Stores the settings for this user's eyes only, and returns the file. */
export const storeProfile = (environment: Environment, profile: Profile): Promise<string> =>
  writePrivateFile(profileFile(environment), profile)
