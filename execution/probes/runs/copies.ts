import type { ProbeFile, ProbeSubject } from '../probe.ts'

/** Bounds for a probe: more tests than these are not copied. */
const copyLimits = { files: 10, textChars: 128 * 1024, pathChars: 300 } as const

/** A copy's path: same folder and ending, so that the runner takes it, and Python can import it. `mark`: [a-z0-9]+. */
export const copyPath = (path: string, mark: string): string => {
  const at = path.lastIndexOf('/') + 1
  const name = path.slice(at)
  const folder = path.slice(0, at)
  if (name.endsWith('.py')) {
    const stem = name.slice(0, -'.py'.length)
    return /_tests?$/.test(stem) ? `${folder}p${mark}_${name}` : `${folder}${stem}_p${mark}.py`
  }
  if (name.endsWith('.java')) return `${folder}${classOfCopy(name.slice(0, -'.java'.length), mark)}.java`
  if (/^(?:tests?|specs?)\.[^.]+$/.test(name)) return `${folder}p${mark}.${name}`
  return `${folder}${name.replace(/((?:[._-](?:tests?|specs?))?(?:\.[A-Za-z]+))$/, `-p${mark}$1`)}`
}

/** A class of Java has the name of its file, and Maven and Gradle find tests by the word `Test` at either end. */
const classOfCopy = (name: string, mark: string): string =>
  /^Test[A-Z]/.test(name) ? `${name}P${mark}` : `P${mark}${name}`

/** The text of a copy of a test file: a Java copy renames its class. */
export const copyText = (path: string, mark: string, text: string): string => {
  const name = /(?<!\w)([A-Za-z_]\w*)\.java$/.exec(path)?.[1]
  return name === undefined
    ? text
    : text.replaceAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'), () => classOfCopy(name, mark))
}

/** Whether a test file names a module that the change alters, in its text or in its own name. */
export const namesChanged = (changed: readonly Pick<ProbeFile, 'path'>[]): ((file: ProbeFile) => boolean) => {
  const stems = changed.map(({ path }) => stemOf(path)).filter((stem) => stem !== '')
  const naming = stems.map((stem) => new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(stem)}(?![A-Za-z0-9])`))
  return ({ path, text }) => naming.some((name) => name.test(text) || name.test(stemOf(path)))
}

/** Test files that a probe copies: tests that the change heals, then tests that name a changed module. */
export const testsToCopy = ({ tests, changed, healed = [] }: ProbeSubject, endings: RegExp): readonly ProbeFile[] => {
  const isNamed = namesChanged(changed)
  const rankOf = (file: ProbeFile) => (healed.includes(file.path) ? 2 : isNamed(file) ? 1 : 0)
  const fitting = tests.filter(
    ({ path, text }) =>
      endings.test(path) &&
      isPlainPath(path) &&
      path.length <= copyLimits.pathChars &&
      text.length <= copyLimits.textChars,
  )
  return fitting.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, copyLimits.files)
}

/** The name of a module without its folder and ending; of an index, its folder's name. */
const stemOf = (path: string): string => {
  const parts = path.split('/')
  const stem = parts.at(-1)!.replace(/\.\w+$/, '')
  return /^(?:index|__init__)$/.test(stem) ? (parts.at(-2) ?? '') : stem
}

// A path goes into a shell between single quotes, and into runners that take names for patterns.
export const isPlainPath = (path: string) =>
  /^[A-Za-z0-9_@+,./ -]+$/.test(path) &&
  !path.startsWith('/') &&
  !path.startsWith('-') &&
  !path.split('/').includes('..')
