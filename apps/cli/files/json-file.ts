import { readFile } from 'node:fs/promises'
import { usage } from '../failure.ts'

/** The JSON of a file that a person names; `form` describes its required form, as a sentence. */
export const readJson = async <Value>(file: string, form: string): Promise<Value> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usage(`${file} could not be read: ${(error as Error).message}.`)
  })
  try {
    return JSON.parse(text) as Value
  } catch {
    throw usage(`${file} is no JSON. ${form}`)
  }
}
