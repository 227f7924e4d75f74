import type { Dialect } from './dialect.ts'
import type { EditedFormat, RebuiltFormat } from './formats.ts'
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
} as const satisfies Record<EditedFormat, () => Promise<Dialect>>

/** Those that are written anew. */
const rebuilt = {
  direnv: async () => (await import('./direnv.ts')).direnv,
  tfvars: async () => (await import('./tfvars.ts')).tfvars,
  netrc: async () => (await import('./netrc.ts')).netrc,
  pgpass: async () => (await import('./pgpass.ts')).pgpass,
  xml: async () => (await import('./xml.ts')).xml,
  python: async () => (await import('./python.ts')).python,
} as const satisfies Record<RebuiltFormat, () => Promise<PlainFormat>>

export const dialectOf = (format: EditedFormat): Promise<Dialect> => edited[format]()

export const plainFormatOf = (format: RebuiltFormat): Promise<PlainFormat> => rebuilt[format]()
