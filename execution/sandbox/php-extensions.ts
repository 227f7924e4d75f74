import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that sandboxes see in place of a host file. */
export interface SystemFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
}

const filesMost = 200

/** The lines of a configuration of PHP that load an extension by its name; other settings may be secrets. */
export const extensionLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^(?:zend_)?extension\s*=\s*"?[\w-]{1,60}(?:\.so)?"?$/.test(line))

/** Configurations by which the PHP of Debian's packages loads its extensions, one for each version. */
export const phpExtensions = async (etc = '/etc/php'): Promise<readonly SystemFile[]> => {
  const versions = await readdir(etc).catch(() => [])
  const files = await Promise.all(
    versions
      .filter((version) => /^\d+\.\d+$/.test(version))
      .map(async (version) => {
        const folder = join(etc, version, 'cli/conf.d')
        const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ini')).sort()
        const texts = names.slice(0, filesMost).map((name) => readFile(join(folder, name), 'utf8').catch(() => ''))
        const lines = (await Promise.all(texts)).flatMap(extensionLines)
        return { path: join(folder, 'extensions.ini'), text: `${lines.join('\n')}\n` }
      }),
  )
  return files.filter(({ text }) => text.trim() !== '')
}
