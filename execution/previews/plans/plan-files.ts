import { jsonObject } from '../../../packages/foreign-json/index.ts'

/** Files of a commit: all paths, and the texts of files that `previewFilesAmong` names. */
export interface PreviewFiles {
  readonly paths: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

/** The files in which a tool of JavaScript looks for its settings. */
export const configNames = (name: string): readonly string[] =>
  ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `${name}.${ending}`)

const settings = [
  'package.json',
  'yarn.lock',
  ...configNames('next.config'),
  ...configNames('vite.config'),
  ...configNames('astro.config'),
  'angular.json',
  'Procfile',
  'requirements.txt',
  'pyproject.toml',
  'Pipfile',
  'setup.cfg',
]

/** Python files that may have the application, in the order in which they are looked at. */
export const pythonSources: readonly string[] = [
  'asgi.py', 'wsgi.py', 'main.py', 'app.py', 'server.py', 'api.py', 'application.py', 'app/main.py', 'app/app.py',
  'app/__init__.py', 'src/main.py', 'src/app.py',
] // prettier-ignore

const planFiles = new Set([...settings, ...pythonSources])

/** The files of a commit whose texts a plan is made by. */
export const previewFilesAmong = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => planFiles.has(path))

/** More than settings of people have: a longer text counts as missing. */
const planTextMostChars = 1_048_576

export const textOf = ({ texts }: PreviewFiles, path: string): string => {
  const text = (texts.get(path) ?? '').replace(/^\uFEFF/, '')
  return text.length > planTextMostChars ? '' : text
}

/** The object of a JSON file; empty if it is not an object. */
export const objectOf = (files: PreviewFiles, path: string): Readonly<Record<string, unknown>> =>
  jsonObject(textOf(files, path)) ?? {}

/** A part of an object from JSON, if it is an object itself; nothing of a prototype. */
export const objectIn = (value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> => {
  const part = Object.hasOwn(value, key) ? value[key] : undefined
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Record<string, unknown>) : {}
}

/** A text of an object from JSON that is not blank. */
export const textIn = (value: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const text = Object.hasOwn(value, key) ? value[key] : undefined
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

const pathMostChars = 500

/** A path below the tree without its `./` and its last slash, such as `dist`; undefined if it leads elsewhere. */
export const pathInTree = (path: string): string | undefined => {
  if (path.length > pathMostChars || path.startsWith('/') || /[\p{Cc}\\]/u.test(path)) return undefined
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.some((part) => part === '..' || part === '.git')) return undefined
  return parts.length === 0 ? '.' : parts.join('/')
}
