import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { absent, failed, usage } from '../failure.ts'
import { printable } from '../terminal/text.ts'

/** The address at which something was signed, as a person types it. */
export const originOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usage(`“${printable(text)}” is not a web address such as https://atelier.example.com.`)
  return url.origin
}

interface Proof {
  readonly name: string
  /** The code of the failure if the file holds no such thing. */
  readonly code: string
  readonly mostBytes: number
}

/** The JSON of a file that is to be checked; fails if it cannot be read, is too large or is not JSON. */
export const readProof = async (cwd: string, path: string, { name, code, mostBytes }: Proof): Promise<unknown> => {
  const file = resolve(cwd, path)
  const { size } = await stat(file).catch(() => {
    throw absent('no_file', `${printable(path)} cannot be read.`)
  })
  if (size > mostBytes) throw failed(code, `${printable(path)} is too large for ${name}.`)
  const text = await readFile(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw failed(code, `${printable(path)} is not JSON.`)
  }
}
