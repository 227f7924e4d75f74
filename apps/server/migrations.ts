import { join } from 'node:path'

/** The folder of the migrations that this Atelier brings. */
export const migrations = join(import.meta.dirname, '..', '..', 'migrations')
