// Files of these formats are changed in place: every other byte stays.
const edited = ['dotenv', 'properties', 'yaml', 'json', 'toml', 'ini', 'npmrc'] as const
const rebuilt = ['direnv', 'tfvars', 'netrc', 'pgpass', 'xml', 'python'] as const

export type EditedFormat = (typeof edited)[number]
export type RebuiltFormat = (typeof rebuilt)[number]
export type Format = EditedFormat | RebuiltFormat

/** The syntaxes of files of secrets, by the names that people see. */
export const formats: readonly Format[] = [...edited, ...rebuilt]

export const isFormat = (name: string): name is Format => formats.some((format) => format === name)

/** Whether files of this format are rewritten: with every value, without comments and other text. */
export const isRebuilt = (name: string): name is RebuiltFormat => rebuilt.some((format) => format === name)
