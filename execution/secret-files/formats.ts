import type { Dialect } from './dialect.ts'
import type { PlainFormat } from './plain-format.ts'

/** The syntaxes, by the names that people see; each is loaded when it is needed. A change of these keeps every other byte. */
const edited = {
  dotenv: async () => (await import('./dotenv.ts')).dotenv,
  properties: async () => (await import('./properties.ts')).properties,
  yaml: async () => (await import('./yaml.ts')).yaml,
  json: async () => (await import('./json.ts')).json,
  toml: async () => (await import('./toml.ts')).toml,
  ini: async () => (await import('./ini.ts')).ini,
  npmrc: async () => (await import('./npmrc.ts')).npmrc,
} as const satisfies Record<string, () => Promise<Dialect>>

/** Those that are written anew. */
const rebuilt = {
  direnv: async () => (await import('./direnv.ts')).direnv,
  tfvars: async () => (await import('./tfvars.ts')).tfvars,
  netrc: async () => (await import('./netrc.ts')).netrc,
  pgpass: async () => (await import('./pgpass.ts')).pgpass,
  xml: async () => (await import('./xml.ts')).xml,
  python: async () => (await import('./python.ts')).python,
} as const satisfies Record<string, () => Promise<PlainFormat>>

export type EditedFormat = keyof typeof edited
export type RebuiltFormat = keyof typeof rebuilt
export type Format = EditedFormat | RebuiltFormat

export const formats = [...Object.keys(edited), ...Object.keys(rebuilt)] as Format[]

export const isFormat = (name: string): name is Format => isRebuilt(name) || Object.hasOwn(edited, name)

/** Whether files of this format are written anew: every value is there, comments and what else stood there is not. */
export const isRebuilt = (name: string): name is RebuiltFormat => Object.hasOwn(rebuilt, name)

export const dialectOf = (format: EditedFormat): Promise<Dialect> => edited[format]()

export const plainFormatOf = (format: RebuiltFormat): Promise<PlainFormat> => rebuilt[format]()
