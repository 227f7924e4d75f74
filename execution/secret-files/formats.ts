import type { Dialect } from './dialect.ts'

/** The syntaxes, by the names that people see; those that are read only when needed are loaded then. */
const dialects = {
  dotenv: async () => (await import('./dotenv.ts')).dotenv,
  direnv: async () => (await import('./direnv.ts')).openDirenv(),
  tfvars: async () => (await import('./tfvars.ts')).openTfvars(),
  properties: async () => (await import('./properties.ts')).properties,
  yaml: async () => (await import('./yaml.ts')).yaml,
  json: async () => (await import('./json.ts')).json,
  toml: async () => (await import('./toml.ts')).toml,
  ini: async () => (await import('./ini.ts')).ini,
  npmrc: async () => (await import('./npmrc.ts')).npmrc,
  netrc: async () => (await import('./netrc.ts')).netrc,
  pgpass: async () => (await import('./pgpass.ts')).pgpass,
  xml: async () => (await import('./xml.ts')).xml,
  python: async () => (await import('./python.ts')).python,
} as const satisfies Record<string, () => Promise<Dialect>>

export type Format = keyof typeof dialects

export const formats = Object.keys(dialects) as Format[]

export const isFormat = (name: string): name is Format => Object.hasOwn(dialects, name)

export const dialectOf = (format: Format): Promise<Dialect> => dialects[format]()
