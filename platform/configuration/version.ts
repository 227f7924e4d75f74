import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const description = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')

/** The version of this Atelier, from package.json: `0.4.0`. */
export const { version } = JSON.parse(description) as { version: string }
