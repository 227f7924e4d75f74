import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const description = readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')
export const { version } = JSON.parse(description) as { version: string }

/** By it the audit log tells the command line from other programs. */
export const userAgent = `atelier-cli/${version}`
